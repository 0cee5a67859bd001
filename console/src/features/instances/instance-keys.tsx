import { useQuery } from '@tanstack/react-query'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { keysOf } from './parts.ts'
import { useInstancePath } from './use-instance.ts'

/** Names the SSH keys that an instance was created with, as far as they still exist. */
export function InstanceKeys() {
  const read = useQuery({ ...keysOf(useInstancePath()), throwOnError: false })
  const keys = read.data?.items
  if (!keys)
    return (
      <IfMissed what="The SSH keys" of={read}>
        {(line) => <p className="mt-2 text-sm">{line}</p>}
      </IfMissed>
    )
  return (
    <p className="mt-2 text-sm text-text-muted">
      {keys.length === 0 ? (
        'It has no SSH key that still exists.'
      ) : (
        <>
          {keys.length === 1 ? 'Its key: ' : 'Its keys: '}
          <span className="wrap-anywhere text-text">{keys.map(({ name }) => name).join(', ')}</span>
        </>
      )}
    </p>
  )
}
