import { readTrackingByNumber } from "@/lib/contracts/tracking";
import { operation, operations } from "@/server/http/operation";
import * as tracking from "@/server/tracking";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = operations({
  GET: operation(readTrackingByNumber, tracking.readTrackingByNumber),
});
