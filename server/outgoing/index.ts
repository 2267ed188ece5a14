// Connections to other people's servers: TLS, only to public addresses and those that the operator allows, each name
// resolved once, with a time limit for each phase. Knows nothing about webhooks.
export { type Answer, Connection } from "./connection";
export { ConnectionPool } from "./connection-pool";
export { Connector } from "./connector";
export { Failure, type Phases, since } from "./failure";
