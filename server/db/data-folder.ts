/** Owns who may open the data folder: only its owner, whatever is in it already and whatever is created later. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** The permissions of the group and of all other users. */
export const OTHERS = 0o077;
const PERMISSIONS = 0o7777;

/** The data folder, or something in it, cannot be protected from other users; the message says what to do. */
class DataFolderError extends Error {
  override readonly name = "DataFolderError";

  constructor(folder: string, reason: string) {
    super(
      `The data folder ${folder} cannot be kept for the user of this process only: ${reason}. Give it and all in it to ` +
        "that user (chown -R), or set another DATA_DIR.",
    );
  }
}

/** From now on files that this process creates are closed to other users (contract §9.1). */
export function restrictNewFiles(): void {
  process.umask(OTHERS);
}

/**
 * Creates the data folder if needed, and restricts it and everything in it to its owner: 0700 and 0600 (contract §9.1).
 * Links are left as they are. Throws `DataFolderError`.
 */
export function secureDataFolder(folder: string): void {
  restrictNewFiles();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const seen = statSync(folder);
    const user = process.getuid?.();
    // Windows has no such permissions. Root may restrict the folder on behalf of its owner.
    if (user !== undefined) keep({ folder, owners: user === 0 ? [user, seen.uid] : [user] }, folder, seen);
  } catch (error) {
    throw error instanceof DataFolderError ? error : new DataFolderError(folder, (error as Error).message);
  }
}

/** Top down: once a folder is closed to others, they cannot replace a file that was just checked by a link. */
function keep(kept: { folder: string; owners: readonly number[] }, path: string, seen: Stats): void {
  if (!kept.owners.includes(seen.uid)) throw new DataFolderError(kept.folder, `${path} belongs to user ${seen.uid}`);
  const mode = seen.isDirectory() ? 0o700 : 0o600;
  if ((seen.mode & PERMISSIONS) !== mode) {
    chmodSync(path, mode);
    if ((statSync(path).mode & OTHERS) !== 0)
      throw new DataFolderError(kept.folder, `${path} is on a file system without permissions`);
  }
  if (!seen.isDirectory()) return;
  for (const name of readdirSync(path)) {
    const below = join(path, name);
    try {
      const stat = lstatSync(below);
      if (!stat.isSymbolicLink()) keep(kept, below, stat);
    } catch (error) {
      // The process that owns the database removed it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
