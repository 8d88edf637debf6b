import type { Library } from "./library.ts";
import { ofNode } from "./node.ts";
import { ofOthers } from "./others.ts";
import { ofPython } from "./python.ts";

export const libraries: readonly Library[] = [...ofNode, ...ofPython, ...ofOthers];
