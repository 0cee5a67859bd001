import { ByteSize } from '../../ui/format/byte-size.tsx'
import type { Bundle } from './bundle.tsx'
import { FileLink } from './file-link.tsx'
import { NamedFiles } from './named-files.tsx'

type File = NonNullable<Bundle['files']>[number]

/** The files of a bundle with their sizes. Those of an active one can be downloaded one by one. */
export function BundleFiles({ bundle }: { bundle: Bundle }) {
  const { files, state } = bundle
  if (state === 'failed' || state === 'destroying') return null
  if (!files) return state === 'active' ? <NamedFiles bundle={bundle} /> : null
  return (
    <section aria-label="Files" className="mt-5 text-sm">
      <h4 className="mb-1 text-text-muted">Files</h4>
      {files.length === 0 ? (
        <p>The first file is being collected.</p>
      ) : (
        <ul className="divided">
          {files.map((file) => (
            <Line key={file.name} bundle={bundle} file={file} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Line = ({ bundle, file: { name, size, isCut, problem } }: { bundle: Bundle; file: File }) => (
  <li className="py-1.5">
    <div className="flex items-baseline gap-3">
      <FileLink bundle={bundle} name={name} />
      <ByteSize bytes={size} />
    </div>
    {problem && <p className="text-xs text-notice wrap-anywhere">Incomplete: {problem}</p>}
    {isCut && <p className="text-xs text-notice">Cut off, because it was too long</p>}
  </li>
)
