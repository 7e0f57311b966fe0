NAME          unanswered
ROWS
 N  obj
 L  f1
 L  f2
 E  f3
 L  l4
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj                  4
    x1        f1                  -1
    x1        f2                   3
    x1        f3                  -2
    x2        obj                  6
    x2        f1                  -3
    x2        f2                   2
    x2        f3                   6
    x3        obj                 -4
    x3        f1                   5
    x3        f3                   2
    y1        f1                  -5
    y1        f2                  -6
    y1        f3                   6
    y1        l4                   5
    y2        f1                   3
    y2        f3                  -4
    y2        l4                   4
    y3        f1                  -2
    y3        f2                   2
    y3        f3                   2
    y3        l4                   4
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       f1                  -2
    rhs       f2                  17
    rhs       f3                  18
    rhs       l4                  36
BOUNDS
 UP bnd       x1                   4
 UP bnd       x2                   4
 UP bnd       x3                   4
 UP bnd       y1                   4
 UP bnd       y2                   4
 UP bnd       y3                   4
ENDATA
