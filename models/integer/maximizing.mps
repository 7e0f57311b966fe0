NAME          maximizing
ROWS
 N  obj
 L  f1
 L  f2
 G  f3
 L  l4
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj              -0.06
    x1        f2                -0.6
    x1        f3                 0.4
    x1        l4                   3
    x2        obj               0.06
    x2        f1                   6
    x2        f2                -0.6
    x2        f3                 0.2
    x3        obj               0.04
    x3        f1                   5
    x3        f2                -0.6
    x3        f3                -0.1
    x3        l4                   2
    y1        obj              -0.03
    y1        f1                   1
    y1        f2                 0.4
    y1        f3                 0.5
    y2        obj               0.03
    y2        f1                  -5
    y2        f3                 0.4
    y3        obj              -0.07
    y3        f2                 0.3
    y3        f3                -0.2
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       obj               1.74
    rhs       f1                  -7
    rhs       f2                -1.6
    rhs       f3                -1.2
    rhs       l4                   8
BOUNDS
 LO bnd       x1                  -2
 UP bnd       x1                   2
 LO bnd       x2                  -2
 UP bnd       x2                   2
 LO bnd       x3                  -2
 UP bnd       x3                   2
 LO bnd       y1                  -2
 UP bnd       y1                   2
 LO bnd       y2                  -2
 UP bnd       y2                   2
 LO bnd       y3                  -2
 UP bnd       y3                   2
ENDATA
