NAME          hitting
ROWS
 N  obj
 G  U_1
 G  U_2
 G  U_3
 G  U_4
 G  U_5
 G  U_6
 G  U_7
 G  U_8
 G  U_9
 G  U_10
 G  U_11
 G  U_12
 G  U_13
 G  U_14
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    y_r1c1    obj                  1
    y_r1c1    U_1                  1
    y_r1c1    U_3                  1
    y_r1c1    U_10                 1
    y_r1c1    U_11                 1
    y_r1c1    U_13                 1
    y_r1c1    U_14                 1
    y_r1c2    obj                  1
    y_r1c2    U_2                  1
    y_r1c2    U_3                  1
    y_r1c2    U_9                  1
    y_r1c2    U_12                 1
    y_r1c2    U_13                 1
    y_r1c2    U_14                 1
    y_r1c3    obj                  1
    y_r1c3    U_1                  1
    y_r1c3    U_4                  1
    y_r1c3    U_9                  1
    y_r1c3    U_11                 1
    y_r1c3    U_12                 1
    y_r1c3    U_13                 1
    y_r1c4    obj                  1
    y_r1c4    U_2                  1
    y_r1c4    U_4                  1
    y_r1c4    U_10                 1
    y_r1c4    U_11                 1
    y_r1c4    U_12                 1
    y_r1c4    U_14                 1
    y_r2c1    obj                  1
    y_r2c1    U_1                  1
    y_r2c1    U_5                  1
    y_r2c1    U_9                  1
    y_r2c1    U_12                 1
    y_r2c1    U_13                 1
    y_r2c1    U_14                 1
    y_r2c2    obj                  1
    y_r2c2    U_2                  1
    y_r2c2    U_5                  1
    y_r2c2    U_10                 1
    y_r2c2    U_11                 1
    y_r2c2    U_13                 1
    y_r2c2    U_14                 1
    y_r2c3    obj                  1
    y_r2c3    U_1                  1
    y_r2c3    U_8                  1
    y_r2c3    U_10                 1
    y_r2c3    U_11                 1
    y_r2c3    U_12                 1
    y_r2c3    U_14                 1
    y_r2c4    obj                  1
    y_r2c4    U_2                  1
    y_r2c4    U_8                  1
    y_r2c4    U_9                  1
    y_r2c4    U_11                 1
    y_r2c4    U_12                 1
    y_r2c4    U_13                 1
    y_r3c1    obj                  1
    y_r3c1    U_3                  1
    y_r3c1    U_6                  1
    y_r3c1    U_9                  1
    y_r3c1    U_11                 1
    y_r3c1    U_12                 1
    y_r3c1    U_14                 1
    y_r3c2    obj                  1
    y_r3c2    U_3                  1
    y_r3c2    U_7                  1
    y_r3c2    U_10                 1
    y_r3c2    U_11                 1
    y_r3c2    U_12                 1
    y_r3c2    U_13                 1
    y_r3c3    obj                  1
    y_r3c3    U_4                  1
    y_r3c3    U_6                  1
    y_r3c3    U_10                 1
    y_r3c3    U_12                 1
    y_r3c3    U_13                 1
    y_r3c3    U_14                 1
    y_r3c4    obj                  1
    y_r3c4    U_4                  1
    y_r3c4    U_7                  1
    y_r3c4    U_9                  1
    y_r3c4    U_11                 1
    y_r3c4    U_13                 1
    y_r3c4    U_14                 1
    y_r4c1    obj                  1
    y_r4c1    U_5                  1
    y_r4c1    U_6                  1
    y_r4c1    U_10                 1
    y_r4c1    U_11                 1
    y_r4c1    U_12                 1
    y_r4c1    U_13                 1
    y_r4c2    obj                  1
    y_r4c2    U_5                  1
    y_r4c2    U_7                  1
    y_r4c2    U_9                  1
    y_r4c2    U_11                 1
    y_r4c2    U_12                 1
    y_r4c2    U_14                 1
    y_r4c3    obj                  1
    y_r4c3    U_6                  1
    y_r4c3    U_8                  1
    y_r4c3    U_9                  1
    y_r4c3    U_11                 1
    y_r4c3    U_13                 1
    y_r4c3    U_14                 1
    y_r4c4    obj                  1
    y_r4c4    U_7                  1
    y_r4c4    U_8                  1
    y_r4c4    U_10                 1
    y_r4c4    U_12                 1
    y_r4c4    U_13                 1
    y_r4c4    U_14                 1
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       U_1                  1
    rhs       U_2                  1
    rhs       U_3                  1
    rhs       U_4                  1
    rhs       U_5                  1
    rhs       U_6                  1
    rhs       U_7                  1
    rhs       U_8                  1
    rhs       U_9                  1
    rhs       U_10                 1
    rhs       U_11                 1
    rhs       U_12                 1
    rhs       U_13                 1
    rhs       U_14                 1
BOUNDS
 BV bnd       y_r1c1
 BV bnd       y_r1c2
 BV bnd       y_r1c3
 BV bnd       y_r1c4
 BV bnd       y_r2c1
 BV bnd       y_r2c2
 BV bnd       y_r2c3
 BV bnd       y_r2c4
 BV bnd       y_r3c1
 BV bnd       y_r3c2
 BV bnd       y_r3c3
 BV bnd       y_r3c4
 BV bnd       y_r4c1
 BV bnd       y_r4c2
 BV bnd       y_r4c3
 BV bnd       y_r4c4
ENDATA
