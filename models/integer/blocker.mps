NAME          blocker
ROWS
 N  obj
 E  f1
 E  f2
 E  f3
 E  f4
 E  f5
 L  f6
 L  f7
 L  f8
 L  f9
 L  f10
 L  f11
 L  f12
 L  f13
 G  l14
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj                  2
    x1        f6                   1
    x2        obj                  9
    x2        f7                   1
    x3        obj                  8
    x3        f8                   1
    x4        obj                  9
    x4        f9                   1
    x5        obj                  9
    x5        f10                  1
    x6        obj                  7
    x6        f11                  1
    x7        obj                  8
    x7        f12                  1
    x8        obj                  7
    x8        f13                  1
    y1        f1                   1
    y1        f2                  -1
    y1        f6                   1
    y1        l14                  5
    y2        f1                   1
    y2        f4                  -1
    y2        f7                   1
    y2        l14                  6
    y3        f2                   1
    y3        f3                  -1
    y3        f8                   1
    y3        l14                  7
    y4        f2                   1
    y4        f4                  -1
    y4        f9                   1
    y4        l14                  6
    y5        f2                   1
    y5        f5                  -1
    y5        f10                  1
    y5        l14                 12
    y6        f3                   1
    y6        f4                  -1
    y6        f11                  1
    y6        l14                  6
    y7        f3                   1
    y7        f5                  -1
    y7        f12                  1
    y7        l14                 12
    y8        f4                   1
    y8        f5                  -1
    y8        f13                  1
    y8        l14                  2
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       f1                   1
    rhs       f5                  -1
    rhs       f6                   1
    rhs       f7                   1
    rhs       f8                   1
    rhs       f9                   1
    rhs       f10                  1
    rhs       f11                  1
    rhs       f12                  1
    rhs       f13                  1
    rhs       l14                 24
BOUNDS
 UP bnd       x1                   1
 UP bnd       x2                   1
 UP bnd       x3                   1
 UP bnd       x4                   1
 UP bnd       x5                   1
 UP bnd       x6                   1
 UP bnd       x7                   1
 UP bnd       x8                   1
 UP bnd       y1                   1
 UP bnd       y2                   1
 UP bnd       y3                   1
 UP bnd       y4                   1
 UP bnd       y5                   1
 UP bnd       y6                   1
 UP bnd       y7                   1
 UP bnd       y8                   1
ENDATA
