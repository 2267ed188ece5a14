"use client";

import { useRouter } from "next/navigation";
import { useWorkspace } from "@/components/environment";
import { ImportChoice } from "@/components/import/import-choice";
import { KINDS } from "@/components/import/kinds";
import type { FileKind } from "@/lib/file-kinds";

/** Takes a file and leads to its page. */
export function NewImport({ kind }: { kind: FileKind }) {
  const router = useRouter();
  const { href } = useWorkspace();
  return <ImportChoice kind={kind} onTaken={(id) => router.push(href(`${KINDS[kind].path}/${id}`))} />;
}
