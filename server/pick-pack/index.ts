// Pick and pack: what the warehouse does for an order: its states and moves, waves and the packing bench. A confirmed order of an account with pick-and-pack arrives through `server/effects.ts`, in its own
// transaction; stock moves only with a row in the ledger. Code that changes the order and rows of this module locks the
// order first. Never prices an order itself, never draws a document, and never moves an order past READY_TO_SHIP.

import * as contracts from "@/lib/contracts/pickpack";
import * as benchContracts from "@/lib/contracts/pickpack-bench";
import { declineCancel as declineContract } from "@/lib/contracts/pickpack-queue";
import * as bench from "./bench";
import * as moves from "./moves";
import { reachingOrder } from "./reach";

export { pickPackListener } from "./effects";
export { findScanned as findPickPack } from "./find";
export { countPickPack, listPickPack } from "./list";
export { listPackers } from "./packers";
export { readBenchCard, readWaveDocument } from "./papers";
export { readQueue } from "./queue";
export { cancelWave, closeWave, updateWave } from "./wave-changes";
export { createWave, listWaves, pickWave, readWave } from "./waves";

export const readPickPack = reachingOrder(contracts.readPickPack, moves.readPickPack);
export const readPickPackByPath = reachingOrder(contracts.readPickPackByPath, moves.readPickPack);
export const confirmPickPack = reachingOrder(contracts.confirmPickPack, moves.confirmPickPack);
export const readyPickPack = reachingOrder(contracts.readyPickPack, moves.readyPickPack);
export const priceRepack = reachingOrder(contracts.priceRepack, moves.priceRepack);
export const rejectPickPack = reachingOrder(contracts.rejectPickPack, moves.rejectPickPack);
export const cancelPickPack = reachingOrder(contracts.cancelPickPack, moves.cancelPickPack);
export const declineCancel = reachingOrder(declineContract, moves.declineCancel);

export const readBench = reachingOrder(benchContracts.readBench, bench.readBench);
export const startPacking = reachingOrder(benchContracts.startPacking, bench.startPacking);
export const scanItem = reachingOrder(benchContracts.scanItem, bench.scanItem);
export const noteShort = reachingOrder(benchContracts.noteShort, bench.noteShort);
export const undoScan = reachingOrder(benchContracts.undoScan, bench.undoScan);
export const scanLabel = reachingOrder(benchContracts.scanLabel, bench.scanLabel);
export const reopenParcel = reachingOrder(benchContracts.reopenParcel, bench.reopenParcel);
