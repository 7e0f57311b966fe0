NAME          hpr
ROWS
 N  obj
 E  cell_r1c1
 E  cell_r1c2
 E  cell_r1c3
 E  cell_r1c4
 E  cell_r2c1
 E  cell_r2c2
 E  cell_r2c3
 E  cell_r2c4
 E  cell_r3c1
 E  cell_r3c2
 E  cell_r3c3
 E  cell_r3c4
 E  cell_r4c1
 E  cell_r4c2
 E  cell_r4c3
 E  cell_r4c4
 E  row1_1
 E  row1_2
 E  row1_3
 E  row1_4
 E  row2_1
 E  row2_2
 E  row2_3
 E  row2_4
 E  row3_1
 E  row3_2
 E  row3_3
 E  row3_4
 E  row4_1
 E  row4_2
 E  row4_3
 E  row4_4
 E  col1_1
 E  col1_2
 E  col1_3
 E  col1_4
 E  col2_1
 E  col2_2
 E  col2_3
 E  col2_4
 E  col3_1
 E  col3_2
 E  col3_3
 E  col3_4
 E  col4_1
 E  col4_2
 E  col4_3
 E  col4_4
 E  box1_1
 E  box1_2
 E  box1_3
 E  box1_4
 E  box2_1
 E  box2_2
 E  box2_3
 E  box2_4
 E  box3_1
 E  box3_2
 E  box3_3
 E  box3_4
 E  box4_1
 E  box4_2
 E  box4_3
 E  box4_4
 G  F1_r1c1
 G  F1_r1c2
 G  F1_r1c3
 G  F1_r1c4
 G  F1_r2c1
 G  F1_r2c2
 G  F1_r2c3
 G  F1_r2c4
 G  F1_r3c1
 G  F1_r3c2
 G  F1_r3c3
 G  F1_r3c4
 G  F1_r4c1
 G  F1_r4c2
 G  F1_r4c3
 G  F1_r4c4
 L  N1
 E  V1
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
    x_r1c1_1  cell_r1c1             1
    x_r1c1_1  row1_1               1
    x_r1c1_1  col1_1               1
    x_r1c1_1  box1_1               1
    x_r1c1_1  F1_r1c1              1
    x_r1c1_1  N1                   1
    x_r1c1_2  cell_r1c1             1
    x_r1c1_2  row1_2               1
    x_r1c1_2  col1_2               1
    x_r1c1_2  box1_2               1
    x_r1c1_3  cell_r1c1             1
    x_r1c1_3  row1_3               1
    x_r1c1_3  col1_3               1
    x_r1c1_3  box1_3               1
    x_r1c1_4  cell_r1c1             1
    x_r1c1_4  row1_4               1
    x_r1c1_4  col1_4               1
    x_r1c1_4  box1_4               1
    x_r1c2_1  cell_r1c2             1
    x_r1c2_1  row1_1               1
    x_r1c2_1  col2_1               1
    x_r1c2_1  box1_1               1
    x_r1c2_2  cell_r1c2             1
    x_r1c2_2  row1_2               1
    x_r1c2_2  col2_2               1
    x_r1c2_2  box1_2               1
    x_r1c2_2  F1_r1c2              1
    x_r1c2_2  N1                   1
    x_r1c2_3  cell_r1c2             1
    x_r1c2_3  row1_3               1
    x_r1c2_3  col2_3               1
    x_r1c2_3  box1_3               1
    x_r1c2_4  cell_r1c2             1
    x_r1c2_4  row1_4               1
    x_r1c2_4  col2_4               1
    x_r1c2_4  box1_4               1
    x_r1c3_1  cell_r1c3             1
    x_r1c3_1  row1_1               1
    x_r1c3_1  col3_1               1
    x_r1c3_1  box2_1               1
    x_r1c3_2  cell_r1c3             1
    x_r1c3_2  row1_2               1
    x_r1c3_2  col3_2               1
    x_r1c3_2  box2_2               1
    x_r1c3_3  cell_r1c3             1
    x_r1c3_3  row1_3               1
    x_r1c3_3  col3_3               1
    x_r1c3_3  box2_3               1
    x_r1c3_3  F1_r1c3              1
    x_r1c3_3  N1                   1
    x_r1c3_4  cell_r1c3             1
    x_r1c3_4  row1_4               1
    x_r1c3_4  col3_4               1
    x_r1c3_4  box2_4               1
    x_r1c4_1  cell_r1c4             1
    x_r1c4_1  row1_1               1
    x_r1c4_1  col4_1               1
    x_r1c4_1  box2_1               1
    x_r1c4_2  cell_r1c4             1
    x_r1c4_2  row1_2               1
    x_r1c4_2  col4_2               1
    x_r1c4_2  box2_2               1
    x_r1c4_3  cell_r1c4             1
    x_r1c4_3  row1_3               1
    x_r1c4_3  col4_3               1
    x_r1c4_3  box2_3               1
    x_r1c4_4  cell_r1c4             1
    x_r1c4_4  row1_4               1
    x_r1c4_4  col4_4               1
    x_r1c4_4  box2_4               1
    x_r1c4_4  F1_r1c4              1
    x_r1c4_4  N1                   1
    x_r2c1_1  cell_r2c1             1
    x_r2c1_1  row2_1               1
    x_r2c1_1  col1_1               1
    x_r2c1_1  box1_1               1
    x_r2c1_2  cell_r2c1             1
    x_r2c1_2  row2_2               1
    x_r2c1_2  col1_2               1
    x_r2c1_2  box1_2               1
    x_r2c1_3  cell_r2c1             1
    x_r2c1_3  row2_3               1
    x_r2c1_3  col1_3               1
    x_r2c1_3  box1_3               1
    x_r2c1_3  F1_r2c1              1
    x_r2c1_3  N1                   1
    x_r2c1_4  cell_r2c1             1
    x_r2c1_4  row2_4               1
    x_r2c1_4  col1_4               1
    x_r2c1_4  box1_4               1
    x_r2c2_1  cell_r2c2             1
    x_r2c2_1  row2_1               1
    x_r2c2_1  col2_1               1
    x_r2c2_1  box1_1               1
    x_r2c2_2  cell_r2c2             1
    x_r2c2_2  row2_2               1
    x_r2c2_2  col2_2               1
    x_r2c2_2  box1_2               1
    x_r2c2_3  cell_r2c2             1
    x_r2c2_3  row2_3               1
    x_r2c2_3  col2_3               1
    x_r2c2_3  box1_3               1
    x_r2c2_4  cell_r2c2             1
    x_r2c2_4  row2_4               1
    x_r2c2_4  col2_4               1
    x_r2c2_4  box1_4               1
    x_r2c2_4  F1_r2c2              1
    x_r2c2_4  N1                   1
    x_r2c3_1  cell_r2c3             1
    x_r2c3_1  row2_1               1
    x_r2c3_1  col3_1               1
    x_r2c3_1  box2_1               1
    x_r2c3_1  F1_r2c3              1
    x_r2c3_1  N1                   1
    x_r2c3_2  cell_r2c3             1
    x_r2c3_2  row2_2               1
    x_r2c3_2  col3_2               1
    x_r2c3_2  box2_2               1
    x_r2c3_3  cell_r2c3             1
    x_r2c3_3  row2_3               1
    x_r2c3_3  col3_3               1
    x_r2c3_3  box2_3               1
    x_r2c3_4  cell_r2c3             1
    x_r2c3_4  row2_4               1
    x_r2c3_4  col3_4               1
    x_r2c3_4  box2_4               1
    x_r2c4_1  cell_r2c4             1
    x_r2c4_1  row2_1               1
    x_r2c4_1  col4_1               1
    x_r2c4_1  box2_1               1
    x_r2c4_2  cell_r2c4             1
    x_r2c4_2  row2_2               1
    x_r2c4_2  col4_2               1
    x_r2c4_2  box2_2               1
    x_r2c4_2  F1_r2c4              1
    x_r2c4_2  N1                   1
    x_r2c4_3  cell_r2c4             1
    x_r2c4_3  row2_3               1
    x_r2c4_3  col4_3               1
    x_r2c4_3  box2_3               1
    x_r2c4_4  cell_r2c4             1
    x_r2c4_4  row2_4               1
    x_r2c4_4  col4_4               1
    x_r2c4_4  box2_4               1
    x_r3c1_1  cell_r3c1             1
    x_r3c1_1  row3_1               1
    x_r3c1_1  col1_1               1
    x_r3c1_1  box3_1               1
    x_r3c1_2  cell_r3c1             1
    x_r3c1_2  row3_2               1
    x_r3c1_2  col1_2               1
    x_r3c1_2  box3_2               1
    x_r3c1_2  F1_r3c1              1
    x_r3c1_2  N1                   1
    x_r3c1_3  cell_r3c1             1
    x_r3c1_3  row3_3               1
    x_r3c1_3  col1_3               1
    x_r3c1_3  box3_3               1
    x_r3c1_4  cell_r3c1             1
    x_r3c1_4  row3_4               1
    x_r3c1_4  col1_4               1
    x_r3c1_4  box3_4               1
    x_r3c2_1  cell_r3c2             1
    x_r3c2_1  row3_1               1
    x_r3c2_1  col2_1               1
    x_r3c2_1  box3_1               1
    x_r3c2_1  F1_r3c2              1
    x_r3c2_1  N1                   1
    x_r3c2_2  cell_r3c2             1
    x_r3c2_2  row3_2               1
    x_r3c2_2  col2_2               1
    x_r3c2_2  box3_2               1
    x_r3c2_3  cell_r3c2             1
    x_r3c2_3  row3_3               1
    x_r3c2_3  col2_3               1
    x_r3c2_3  box3_3               1
    x_r3c2_4  cell_r3c2             1
    x_r3c2_4  row3_4               1
    x_r3c2_4  col2_4               1
    x_r3c2_4  box3_4               1
    x_r3c3_1  cell_r3c3             1
    x_r3c3_1  row3_1               1
    x_r3c3_1  col3_1               1
    x_r3c3_1  box4_1               1
    x_r3c3_2  cell_r3c3             1
    x_r3c3_2  row3_2               1
    x_r3c3_2  col3_2               1
    x_r3c3_2  box4_2               1
    x_r3c3_3  cell_r3c3             1
    x_r3c3_3  row3_3               1
    x_r3c3_3  col3_3               1
    x_r3c3_3  box4_3               1
    x_r3c3_4  cell_r3c3             1
    x_r3c3_4  row3_4               1
    x_r3c3_4  col3_4               1
    x_r3c3_4  box4_4               1
    x_r3c3_4  F1_r3c3              1
    x_r3c3_4  N1                   1
    x_r3c4_1  cell_r3c4             1
    x_r3c4_1  row3_1               1
    x_r3c4_1  col4_1               1
    x_r3c4_1  box4_1               1
    x_r3c4_2  cell_r3c4             1
    x_r3c4_2  row3_2               1
    x_r3c4_2  col4_2               1
    x_r3c4_2  box4_2               1
    x_r3c4_3  cell_r3c4             1
    x_r3c4_3  row3_3               1
    x_r3c4_3  col4_3               1
    x_r3c4_3  box4_3               1
    x_r3c4_3  F1_r3c4              1
    x_r3c4_3  N1                   1
    x_r3c4_4  cell_r3c4             1
    x_r3c4_4  row3_4               1
    x_r3c4_4  col4_4               1
    x_r3c4_4  box4_4               1
    x_r4c1_1  cell_r4c1             1
    x_r4c1_1  row4_1               1
    x_r4c1_1  col1_1               1
    x_r4c1_1  box3_1               1
    x_r4c1_2  cell_r4c1             1
    x_r4c1_2  row4_2               1
    x_r4c1_2  col1_2               1
    x_r4c1_2  box3_2               1
    x_r4c1_3  cell_r4c1             1
    x_r4c1_3  row4_3               1
    x_r4c1_3  col1_3               1
    x_r4c1_3  box3_3               1
    x_r4c1_4  cell_r4c1             1
    x_r4c1_4  row4_4               1
    x_r4c1_4  col1_4               1
    x_r4c1_4  box3_4               1
    x_r4c1_4  F1_r4c1              1
    x_r4c1_4  N1                   1
    x_r4c2_1  cell_r4c2             1
    x_r4c2_1  row4_1               1
    x_r4c2_1  col2_1               1
    x_r4c2_1  box3_1               1
    x_r4c2_2  cell_r4c2             1
    x_r4c2_2  row4_2               1
    x_r4c2_2  col2_2               1
    x_r4c2_2  box3_2               1
    x_r4c2_3  cell_r4c2             1
    x_r4c2_3  row4_3               1
    x_r4c2_3  col2_3               1
    x_r4c2_3  box3_3               1
    x_r4c2_3  F1_r4c2              1
    x_r4c2_3  N1                   1
    x_r4c2_4  cell_r4c2             1
    x_r4c2_4  row4_4               1
    x_r4c2_4  col2_4               1
    x_r4c2_4  box3_4               1
    x_r4c3_1  cell_r4c3             1
    x_r4c3_1  row4_1               1
    x_r4c3_1  col3_1               1
    x_r4c3_1  box4_1               1
    x_r4c3_2  cell_r4c3             1
    x_r4c3_2  row4_2               1
    x_r4c3_2  col3_2               1
    x_r4c3_2  box4_2               1
    x_r4c3_2  F1_r4c3              1
    x_r4c3_2  N1                   1
    x_r4c3_3  cell_r4c3             1
    x_r4c3_3  row4_3               1
    x_r4c3_3  col3_3               1
    x_r4c3_3  box4_3               1
    x_r4c3_4  cell_r4c3             1
    x_r4c3_4  row4_4               1
    x_r4c3_4  col3_4               1
    x_r4c3_4  box4_4               1
    x_r4c4_1  cell_r4c4             1
    x_r4c4_1  row4_1               1
    x_r4c4_1  col4_1               1
    x_r4c4_1  box4_1               1
    x_r4c4_1  F1_r4c4              1
    x_r4c4_1  N1                   1
    x_r4c4_2  cell_r4c4             1
    x_r4c4_2  row4_2               1
    x_r4c4_2  col4_2               1
    x_r4c4_2  box4_2               1
    x_r4c4_3  cell_r4c4             1
    x_r4c4_3  row4_3               1
    x_r4c4_3  col4_3               1
    x_r4c4_3  box4_3               1
    x_r4c4_4  cell_r4c4             1
    x_r4c4_4  row4_4               1
    x_r4c4_4  col4_4               1
    x_r4c4_4  box4_4               1
    y_r1c1    obj                  1
    y_r1c1    F1_r1c1             -1
    y_r1c1    U_1                  1
    y_r1c1    U_3                  1
    y_r1c1    U_10                 1
    y_r1c1    U_11                 1
    y_r1c1    U_13                 1
    y_r1c1    U_14                 1
    y_r1c2    obj                  1
    y_r1c2    F1_r1c2             -1
    y_r1c2    U_2                  1
    y_r1c2    U_3                  1
    y_r1c2    U_9                  1
    y_r1c2    U_12                 1
    y_r1c2    U_13                 1
    y_r1c2    U_14                 1
    y_r1c3    obj                  1
    y_r1c3    F1_r1c3             -1
    y_r1c3    U_1                  1
    y_r1c3    U_4                  1
    y_r1c3    U_9                  1
    y_r1c3    U_11                 1
    y_r1c3    U_12                 1
    y_r1c3    U_13                 1
    y_r1c4    obj                  1
    y_r1c4    F1_r1c4             -1
    y_r1c4    U_2                  1
    y_r1c4    U_4                  1
    y_r1c4    U_10                 1
    y_r1c4    U_11                 1
    y_r1c4    U_12                 1
    y_r1c4    U_14                 1
    y_r2c1    obj                  1
    y_r2c1    F1_r2c1             -1
    y_r2c1    U_1                  1
    y_r2c1    U_5                  1
    y_r2c1    U_9                  1
    y_r2c1    U_12                 1
    y_r2c1    U_13                 1
    y_r2c1    U_14                 1
    y_r2c2    obj                  1
    y_r2c2    F1_r2c2             -1
    y_r2c2    U_2                  1
    y_r2c2    U_5                  1
    y_r2c2    U_10                 1
    y_r2c2    U_11                 1
    y_r2c2    U_13                 1
    y_r2c2    U_14                 1
    y_r2c3    obj                  1
    y_r2c3    F1_r2c3             -1
    y_r2c3    U_1                  1
    y_r2c3    U_8                  1
    y_r2c3    U_10                 1
    y_r2c3    U_11                 1
    y_r2c3    U_12                 1
    y_r2c3    U_14                 1
    y_r2c4    obj                  1
    y_r2c4    F1_r2c4             -1
    y_r2c4    U_2                  1
    y_r2c4    U_8                  1
    y_r2c4    U_9                  1
    y_r2c4    U_11                 1
    y_r2c4    U_12                 1
    y_r2c4    U_13                 1
    y_r3c1    obj                  1
    y_r3c1    F1_r3c1             -1
    y_r3c1    U_3                  1
    y_r3c1    U_6                  1
    y_r3c1    U_9                  1
    y_r3c1    U_11                 1
    y_r3c1    U_12                 1
    y_r3c1    U_14                 1
    y_r3c2    obj                  1
    y_r3c2    F1_r3c2             -1
    y_r3c2    U_3                  1
    y_r3c2    U_7                  1
    y_r3c2    U_10                 1
    y_r3c2    U_11                 1
    y_r3c2    U_12                 1
    y_r3c2    U_13                 1
    y_r3c3    obj                  1
    y_r3c3    F1_r3c3             -1
    y_r3c3    U_4                  1
    y_r3c3    U_6                  1
    y_r3c3    U_10                 1
    y_r3c3    U_12                 1
    y_r3c3    U_13                 1
    y_r3c3    U_14                 1
    y_r3c4    obj                  1
    y_r3c4    F1_r3c4             -1
    y_r3c4    U_4                  1
    y_r3c4    U_7                  1
    y_r3c4    U_9                  1
    y_r3c4    U_11                 1
    y_r3c4    U_13                 1
    y_r3c4    U_14                 1
    y_r4c1    obj                  1
    y_r4c1    F1_r4c1             -1
    y_r4c1    U_5                  1
    y_r4c1    U_6                  1
    y_r4c1    U_10                 1
    y_r4c1    U_11                 1
    y_r4c1    U_12                 1
    y_r4c1    U_13                 1
    y_r4c2    obj                  1
    y_r4c2    F1_r4c2             -1
    y_r4c2    U_5                  1
    y_r4c2    U_7                  1
    y_r4c2    U_9                  1
    y_r4c2    U_11                 1
    y_r4c2    U_12                 1
    y_r4c2    U_14                 1
    y_r4c3    obj                  1
    y_r4c3    F1_r4c3             -1
    y_r4c3    U_6                  1
    y_r4c3    U_8                  1
    y_r4c3    U_9                  1
    y_r4c3    U_11                 1
    y_r4c3    U_13                 1
    y_r4c3    U_14                 1
    y_r4c4    obj                  1
    y_r4c4    F1_r4c4             -1
    y_r4c4    U_7                  1
    y_r4c4    U_8                  1
    y_r4c4    U_10                 1
    y_r4c4    U_12                 1
    y_r4c4    U_13                 1
    y_r4c4    U_14                 1
    z         N1                  -1
    z         V1                   1
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       cell_r1c1             1
    rhs       cell_r1c2             1
    rhs       cell_r1c3             1
    rhs       cell_r1c4             1
    rhs       cell_r2c1             1
    rhs       cell_r2c2             1
    rhs       cell_r2c3             1
    rhs       cell_r2c4             1
    rhs       cell_r3c1             1
    rhs       cell_r3c2             1
    rhs       cell_r3c3             1
    rhs       cell_r3c4             1
    rhs       cell_r4c1             1
    rhs       cell_r4c2             1
    rhs       cell_r4c3             1
    rhs       cell_r4c4             1
    rhs       row1_1               1
    rhs       row1_2               1
    rhs       row1_3               1
    rhs       row1_4               1
    rhs       row2_1               1
    rhs       row2_2               1
    rhs       row2_3               1
    rhs       row2_4               1
    rhs       row3_1               1
    rhs       row3_2               1
    rhs       row3_3               1
    rhs       row3_4               1
    rhs       row4_1               1
    rhs       row4_2               1
    rhs       row4_3               1
    rhs       row4_4               1
    rhs       col1_1               1
    rhs       col1_2               1
    rhs       col1_3               1
    rhs       col1_4               1
    rhs       col2_1               1
    rhs       col2_2               1
    rhs       col2_3               1
    rhs       col2_4               1
    rhs       col3_1               1
    rhs       col3_2               1
    rhs       col3_3               1
    rhs       col3_4               1
    rhs       col4_1               1
    rhs       col4_2               1
    rhs       col4_3               1
    rhs       col4_4               1
    rhs       box1_1               1
    rhs       box1_2               1
    rhs       box1_3               1
    rhs       box1_4               1
    rhs       box2_1               1
    rhs       box2_2               1
    rhs       box2_3               1
    rhs       box2_4               1
    rhs       box3_1               1
    rhs       box3_2               1
    rhs       box3_3               1
    rhs       box3_4               1
    rhs       box4_1               1
    rhs       box4_2               1
    rhs       box4_3               1
    rhs       box4_4               1
    rhs       N1                  15
    rhs       V1                   1
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
 BV bnd       x_r1c1_1
 BV bnd       x_r1c1_2
 BV bnd       x_r1c1_3
 BV bnd       x_r1c1_4
 BV bnd       x_r1c2_1
 BV bnd       x_r1c2_2
 BV bnd       x_r1c2_3
 BV bnd       x_r1c2_4
 BV bnd       x_r1c3_1
 BV bnd       x_r1c3_2
 BV bnd       x_r1c3_3
 BV bnd       x_r1c3_4
 BV bnd       x_r1c4_1
 BV bnd       x_r1c4_2
 BV bnd       x_r1c4_3
 BV bnd       x_r1c4_4
 BV bnd       x_r2c1_1
 BV bnd       x_r2c1_2
 BV bnd       x_r2c1_3
 BV bnd       x_r2c1_4
 BV bnd       x_r2c2_1
 BV bnd       x_r2c2_2
 BV bnd       x_r2c2_3
 BV bnd       x_r2c2_4
 BV bnd       x_r2c3_1
 BV bnd       x_r2c3_2
 BV bnd       x_r2c3_3
 BV bnd       x_r2c3_4
 BV bnd       x_r2c4_1
 BV bnd       x_r2c4_2
 BV bnd       x_r2c4_3
 BV bnd       x_r2c4_4
 BV bnd       x_r3c1_1
 BV bnd       x_r3c1_2
 BV bnd       x_r3c1_3
 BV bnd       x_r3c1_4
 BV bnd       x_r3c2_1
 BV bnd       x_r3c2_2
 BV bnd       x_r3c2_3
 BV bnd       x_r3c2_4
 BV bnd       x_r3c3_1
 BV bnd       x_r3c3_2
 BV bnd       x_r3c3_3
 BV bnd       x_r3c3_4
 BV bnd       x_r3c4_1
 BV bnd       x_r3c4_2
 BV bnd       x_r3c4_3
 BV bnd       x_r3c4_4
 BV bnd       x_r4c1_1
 BV bnd       x_r4c1_2
 BV bnd       x_r4c1_3
 BV bnd       x_r4c1_4
 BV bnd       x_r4c2_1
 BV bnd       x_r4c2_2
 BV bnd       x_r4c2_3
 BV bnd       x_r4c2_4
 BV bnd       x_r4c3_1
 BV bnd       x_r4c3_2
 BV bnd       x_r4c3_3
 BV bnd       x_r4c3_4
 BV bnd       x_r4c4_1
 BV bnd       x_r4c4_2
 BV bnd       x_r4c4_3
 BV bnd       x_r4c4_4
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
 BV bnd       z
ENDATA
