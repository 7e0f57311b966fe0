NAME          clique
ROWS
 N  obj
 L  budget
 L  apart_1_4
 L  apart_1_5
 L  apart_1_6
 L  apart_2_5
 L  apart_2_6
 L  apart_3_5
 L  apart_3_6
 L  gone_1
 L  gone_2
 L  gone_3
 L  gone_4
 L  gone_5
 L  gone_6
COLUMNS
    M1        'MARKER'                 'INTORG'
    x1        budget               1   gone_1               1
    x2        budget               1   gone_2               1
    x3        budget               1   gone_3               1
    x4        budget               1   gone_4               1
    x5        budget               1   gone_5               1
    x6        budget               1   gone_6               1
    z1        obj                  1   gone_1               1
    z1        apart_1_4            1
    z1        apart_1_5            1
    z1        apart_1_6            1
    z2        obj                  1   gone_2               1
    z2        apart_2_5            1
    z2        apart_2_6            1
    z3        obj                  1   gone_3               1
    z3        apart_3_5            1
    z3        apart_3_6            1
    z4        obj                  1   gone_4               1
    z4        apart_1_4            1
    z5        obj                  1   gone_5               1
    z5        apart_1_5            1
    z5        apart_2_5            1
    z5        apart_3_5            1
    z6        obj                  1   gone_6               1
    z6        apart_1_6            1
    z6        apart_2_6            1
    z6        apart_3_6            1
    M2        'MARKER'                 'INTEND'
RHS
    rhs       budget               1
    rhs       apart_1_4            1
    rhs       apart_1_5            1
    rhs       apart_1_6            1
    rhs       apart_2_5            1
    rhs       apart_2_6            1
    rhs       apart_3_5            1
    rhs       apart_3_6            1
    rhs       gone_1               1
    rhs       gone_2               1
    rhs       gone_3               1
    rhs       gone_4               1
    rhs       gone_5               1
    rhs       gone_6               1
BOUNDS
 BV bnd       x1
 BV bnd       x2
 BV bnd       x3
 BV bnd       x4
 BV bnd       x5
 BV bnd       x6
 BV bnd       z1
 BV bnd       z2
 BV bnd       z3
 BV bnd       z4
 BV bnd       z5
 BV bnd       z6
ENDATA
