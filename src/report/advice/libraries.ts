import type { Library } from "./library.ts";
import { ofNode } from "./node.ts";
import { ofOthers } from "./others.ts";
import { ofPython } from "./python.ts";

/** All libraries whose options are known. */
export const libraries: readonly Library[] = [...ofNode, ...ofPython, ...ofOthers];
