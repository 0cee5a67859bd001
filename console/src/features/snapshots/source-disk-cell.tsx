import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Nameless } from '../../kinds/snapshot/source-disk-text.tsx'
import { type SourceDiskProps, useSourceDisk } from '../../kinds/snapshot/use-source-disk.ts'

const DiskDetails = lazyPart(() => import('../../kinds/disk/disk-details.tsx'))

/** Links to the disk of a snapshot. Shows a badge if the disk is deleted. */
export function SourceDiskCell(props: SourceDiskProps) {
  const [open, setOpen] = useState(false)
  const { disk, error } = useSourceDisk(props)
  if (!disk) return <Nameless error={error} />
  return (
    <>
      <button type="button" className="max-w-full text-accent hover:underline" onClick={() => setOpen(true)}>
        <TruncatedText text={disk.name} maxWidth="14rem" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <DiskDetails disk={disk} project={props.project} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
