import { createContext } from "react";

/**
 * Where the reader finds a request in the log of their account; null where there is none. A context of its own, because
 * public pages show errors too, and need nothing else of a dashboard's place.
 */
export const RequestLogHref = createContext<((requestId: string) => string) | null>(null);
