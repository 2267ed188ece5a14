// Imported before the server: no call is masked or held, so that a bench can tell what the request log costs.
import { holdAtMost } from "@/server/request-log/buffer";

holdAtMost(0);
