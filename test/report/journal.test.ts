import { describe, expect, it } from "vitest";
import { createEmulator, type Emulator, type ReportOptions } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
