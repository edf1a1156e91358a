package org.slrm;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.slrm.MethodSubject#all")
class MethodContractTest extends MethodContract {}
