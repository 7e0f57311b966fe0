NAME          coupling
ROWS
 N  obj
 L  f1
 L  f2
 L  l3
 G  l4
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj                  9
    x1        f1                  -6
    x1        f2                   5
    x1        l3                   5
    x2        obj                  4
    x2        f1                   4
    x2        f2                   3
    x2        l3                   5
    x3        obj                 -7
    x3        f1                   1
    x3        f2                  -1
    x3        l3                   5
    y1        obj                 -4
    y1        f1                   1
    y1        f2                  -6
    y1        l3                   1
    y1        l4                   5
    y2        obj                 -1
    y2        f1                  -6
    y2        f2                   4
    y2        l3                   4
    y3        obj                  8
    y3        f1                  -3
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       f1                 -20
    rhs       f2                   8
    rhs       l3                  39
    rhs       l4                  14
BOUNDS
 UP bnd       x1                   4
 UP bnd       x2                   4
 UP bnd       x3                   4
 UP bnd       y1                   4
 UP bnd       y2                   4
 UP bnd       y3                   4
ENDATA
