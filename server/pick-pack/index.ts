// Pick and pack: what the warehouse does for an order: its states and moves, waves and the packing bench. A confirmed order of an account with pick-and-pack arrives through `server/effects.ts`, in its own
// transaction; stock moves only with a row in the ledger. Code that changes the order and rows of this module locks the
// order first. Never prices an order itself, never draws a document, and never moves an order past READY_TO_SHIP.

import * as contracts from "@/lib/contracts/pickpack";
import * as benchContracts from "@/lib/contracts/pickpack-bench";
import { declineCancel as declineContract } from "@/lib/contracts/pickpack-queue";
import * as bench from "./bench";
import * as moves from "./moves";
import { onNamedOrder } from "./named-order";

export { pickPackListener } from "./effects";
export { findScanned as findPickPack } from "./find";
export { countPickPack, listPickPack, matchingPickPack } from "./list";
export { accountOf as accountOfOrder } from "./named-order";
export { listPackers } from "./packers";
export { readBenchCard, readWaveDocument } from "./papers";
export { readQueue } from "./queue";
export { cancelWave, closeWave, updateWave } from "./wave-changes";
export { createWave, listWaves, pickWave, readWave } from "./waves";

export const readPickPack = onNamedOrder(contracts.readPickPack, moves.readPickPack);
export const readPickPackByPath = onNamedOrder(contracts.readPickPackByPath, moves.readPickPack);
export const confirmPickPack = onNamedOrder(contracts.confirmPickPack, moves.confirmPickPack);
export const readyPickPack = onNamedOrder(contracts.readyPickPack, moves.readyPickPack);
export const priceRepack = onNamedOrder(contracts.priceRepack, moves.priceRepack);
export const rejectPickPack = onNamedOrder(contracts.rejectPickPack, moves.rejectPickPack);
export const cancelPickPack = onNamedOrder(contracts.cancelPickPack, moves.cancelPickPack);
export const declineCancel = onNamedOrder(declineContract, moves.declineCancel);

export const readBench = onNamedOrder(benchContracts.readBench, bench.readBench);
export const startPacking = onNamedOrder(benchContracts.startPacking, bench.startPacking);
export const scanItem = onNamedOrder(benchContracts.scanItem, bench.scanItem);
export const noteShort = onNamedOrder(benchContracts.noteShort, bench.noteShort);
export const undoScan = onNamedOrder(benchContracts.undoScan, bench.undoScan);
export const scanLabel = onNamedOrder(benchContracts.scanLabel, bench.scanLabel);
export const reopenParcel = onNamedOrder(benchContracts.reopenParcel, bench.reopenParcel);
