import { ipPoolView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isFinal } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { NameButton } from '../../ui/table/name-anchor.tsx'

/** Names the pool of an address and opens its details. Shows the ID if the caller may not read the pool. */
export function PoolCell({ poolId }: { poolId: string }) {
  const { data: pool, error } = useQuery({
    ...apiQuery(ipPoolView, { path: { pool: poolId } }),
    throwOnError: false,
  })
  const [open, setOpen] = useState(false)
  if (!pool) return isFinal(error) ? <Id id={poolId} /> : <Unread error={error} />
  return (
    <>
      <NameButton onPress={() => setOpen(true)}>{pool.name}</NameButton>
      {open && (
        <ReadOnlySidePanel
          title="IP pool details"
          subtitle={pool.name}
          animate
          onClose={() => setOpen(false)}
        >
          <PropertiesTable>
            <Property label="ID">
              <Id id={pool.id} />
            </Property>
            <Property label="Description">
              <Description text={pool.description} />
            </Property>
            <Property label="IP version">
              <Badge color="neutral">{pool.ipVersion}</Badge>
            </Property>
            <Property label="Type">
              <Badge color="neutral">{pool.poolType}</Badge>
            </Property>
            <Property label="Created">
              <DateTime date={pool.timeCreated} />
            </Property>
            <Property label="Last Modified">
              <DateTime date={pool.timeModified} />
            </Property>
          </PropertiesTable>
        </ReadOnlySidePanel>
      )}
    </>
  )
}
