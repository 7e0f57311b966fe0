NAME          equations
ROWS
 N  obj
 L  f1
 E  f2
 E  l3
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj                 -8
    x1        f1                   5
    x1        f2                   3
    x1        l3                   1
    x2        obj                 -1
    x2        f1                   6
    x2        f2                   6
    x2        l3                   6
    x3        obj                 -8
    x3        f1                  -5
    x3        f2                   2
    x3        l3                   4
    y1        obj                 -2
    y1        f1                   5
    y1        f2                   5
    y2        obj                  5
    y2        f1                  -1
    y3        obj                  5
    y3        f1                   2
    y3        f2                  -3
    y4        obj                  9
    y4        f1                   3
    y4        f2                   4
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       f1                  17
    rhs       f2                   9
BOUNDS
 UP bnd       x1                   3
 UP bnd       x2                   3
 UP bnd       x3                   3
 UP bnd       y1                   3
 UP bnd       y2                   3
 UP bnd       y3                   3
 UP bnd       y4                   3
ENDATA
