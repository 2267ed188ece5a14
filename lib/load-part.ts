import { ApiFailure } from "@/lib/api-client";

/** Loads a part of the program. Throws `ApiFailure` when it does not arrive, as an operation without an answer does. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new ApiFailure({ kind: "network", status: 0, message: "A part of the page could not be loaded.", cause });
  }
}
