import { withDefaults } from "../../jsonapi/defaults.ts";
import { type FlowDefinition, flowDefinition } from "../grammar/flows.ts";

/** A definition with all that it does not say, as far as there are defaults. */
export const filled = (given: FlowDefinition): FlowDefinition =>
  withDefaults(flowDefinition, given) as FlowDefinition;
