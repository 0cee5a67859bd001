import { CopyButton } from '../copy-button.tsx'

/** An id or an address in mono, with a button that copies it. The end stays in sight when there is no room for all. */
export const Id = ({ id }: { id: string }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1">
    <span className="min-w-0 truncate font-mono text-sm" title={id}>
      {id}
    </span>
    <CopyButton text={id} />
  </span>
)
