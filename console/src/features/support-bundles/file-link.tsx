import { type Bundle, fileUrl } from './bundle.tsx'

/** The name of a file of a bundle, as a link that downloads it where it can be downloaded. */
export const FileLink = ({ bundle, name }: { bundle: Bundle; name: string }) =>
  bundle.state === 'active' ? (
    <a
      href={fileUrl(bundle, name)}
      download
      className="min-w-0 grow truncate font-mono text-xs text-accent hover:underline"
    >
      {name}
    </a>
  ) : (
    <span className="min-w-0 grow truncate font-mono text-xs">{name}</span>
  )
