import { OPERATION_IDS, type OperationId } from "@/lib/operations";
import * as all from "./all";
import type { Contract } from "./contract";

const contracts = all satisfies Record<OperationId, Contract>;

/** The contract of an operation; where only its type is imported, no schema is loaded. */
export type ContractOf<Id extends OperationId> = (typeof contracts)[Id];

/** The contract of an operation. */
export function contractOf(id: OperationId): Contract {
  return contracts[id];
}

/** Every operation of the product, in the order of the API reference. */
export const CONTRACTS: readonly Contract[] = OPERATION_IDS.map(contractOf);
