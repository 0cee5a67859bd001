import { blockSizeWarning, bootWarnings } from '@granary/domain/image-files.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import type { Inspection } from '@granary/image-upload/contents.ts'
import { DOCS } from '../../app/docs.ts'
import { MessageBox } from '../../ui/message-box.tsx'

/** Warnings about booting, from the beginning of a file. They do not prevent the upload. */
export function FileNotes({ inspection, blockSize }: { inspection: Inspection; blockSize: number }) {
  const { format, contents, findings, unreadable } = inspection
  if (unreadable) return null
  const size = blockSizeWarning(findings, blockSize)
  const boot = bootWarnings(findings)
  return (
    <>
      {format === 'qcow2' && (
        <p className="text-sm text-text-muted tabular-nums">
          A qcow2 image of a disk of {formatBytes(contents.size)}. The contents of the disk are uploaded, not
          the file itself.
        </p>
      )}
      {size && (
        <MessageBox variant="info" title="Block size might be set incorrectly">
          {size}
        </MessageBox>
      )}
      {boot.length > 0 && (
        <MessageBox variant="info" title="This image might not be bootable">
          <ul className="list-disc pl-4">
            {boot.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
          <p className="mt-1">
            Read about{' '}
            <a
              href={DOCS.storage}
              target="_blank"
              rel="noreferrer"
              className="underline underline-offset-2 hover:no-underline"
            >
              preparing images for import
            </a>
            .
          </p>
        </MessageBox>
      )}
    </>
  )
}
