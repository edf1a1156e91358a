package org.slrm;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract for default settings that take seconds per fit. */
@Tag("slow")
@ParameterizedClass
@MethodSource("org.slrm.MethodSubject#slow")
class SlowMethodContractTest extends MethodContract {}
