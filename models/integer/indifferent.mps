NAME          indifferent
ROWS
 N  obj
 L  f1
 L  f2
 L  l3
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj                  7
    x1        f2                   1
    x1        l3                  -5
    x2        obj                 -5
    x2        f2                   3
    x2        l3                  -2
    x3        obj                 -4
    x3        f1                  -3
    x3        f2                   5
    x3        l3                  -3
    y1        obj                 -9
    y1        f1                   6
    y1        f2                   5
    y1        l3                   2
    y2        obj                  1
    y2        f1                   4
    y2        f2                   5
    y3        obj                  4
    y3        f1                   2
    y3        f2                  -4
    y3        l3                   3
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       f1                  23
    rhs       f2                  53
    rhs       l3                 -10
BOUNDS
 UP bnd       x1                   4
 UP bnd       x2                   4
 UP bnd       x3                   4
 UP bnd       y1                   4
 UP bnd       y2                   4
 UP bnd       y3                   4
ENDATA
