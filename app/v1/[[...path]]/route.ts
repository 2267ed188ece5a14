/** All of the API, for Next: the operation is found by the address that was sent (docs/architecture.md). */
import { respond } from "@/server/http/api";

export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
