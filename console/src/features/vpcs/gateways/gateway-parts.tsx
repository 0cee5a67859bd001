import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Unread } from '../../../app/kit/pages/unread.tsx'
import { PoolCell } from '../../../kinds/network/pool-cell.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { Description } from '../../../ui/table/description.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { useDetach } from './use-detach.tsx'
import { type Gateway, useAttachments, useRoutesTo } from './use-gateway.ts'

type AttachmentsProps = { gateway: Gateway; onAttachPool: () => void; onAttachAddress: () => void }

/** The pools and the address of a gateway. */
export function Attachments({ gateway, onAttachPool, onAttachAddress }: AttachmentsProps) {
  const { pools, addresses } = useAttachments(gateway.id)
  const detach = useDetach()
  const isReadOnly = useReadOnly() !== null
  return (
    <>
      <Part
        title="IP pools"
        action={
          <Button variant="secondary" size="sm" changes onPress={onAttachPool}>
            Attach IP pool
          </Button>
        }
      >
        <MiniTable
          label="IP pools"
          columns={[
            { header: 'Name', render: ({ name }) => name },
            { header: 'IP pool', render: ({ ipPoolId }) => <PoolCell poolId={ipPoolId} /> },
            { header: 'Description', render: ({ description }) => <Description text={description} /> },
          ]}
          rows={pools.data ?? []}
          rowKey={({ id }) => id}
          removeLabel={({ name }) => `Detach ${name}`}
          onRemove={isReadOnly ? undefined : (row) => void detach.pool(row)}
          empty={pools.data ? 'No IP pools are attached to this gateway.' : unread(pools)}
        />
      </Part>
      <Part
        title="IP address"
        action={
          <Button
            variant="secondary"
            size="sm"
            changes
            disabledReason={addresses.data?.length ? 'A gateway has one IP address at most' : null}
            onPress={onAttachAddress}
          >
            Attach IP address
          </Button>
        }
      >
        <MiniTable
          label="IP address"
          columns={[
            { header: 'Name', render: ({ name }) => name },
            { header: 'IP address', render: ({ address }) => address },
            { header: 'Description', render: ({ description }) => <Description text={description} /> },
          ]}
          rows={addresses.data ?? []}
          rowKey={({ id }) => id}
          removeLabel={({ name }) => `Detach ${name}`}
          onRemove={isReadOnly ? undefined : (row) => void detach.address(row)}
          empty={addresses.data ? 'This internet gateway does not have any IP address.' : unread(addresses)}
        />
      </Part>
    </>
  )
}

/** Says in place of rows that they failed to load. */
const unread = ({ error }: { error: Error | null }) => error && <Unread error={error} />

const route = getRouteApi(
  '/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/vpc-gateways/internet-gateways/$gateway',
)

/** The routes that target a gateway. */
export function RoutesTo({ gateway }: { gateway: Gateway }) {
  const { gateway: _, ...path } = route.useParams()
  const { routes, error } = useRoutesTo(gateway)
  return (
    <Part title="Routes targeting this gateway">
      <MiniTable
        label="Routes targeting this gateway"
        columns={[
          {
            header: 'Router',
            render: ({ router }) => (
              <NameLink
                to="/projects/$project/vpcs/$vpc/routers/$router"
                params={{ ...path, router: router.name }}
              >
                {router.name}
              </NameLink>
            ),
          },
          { header: 'Route', render: ({ route: { name } }) => name },
        ]}
        rows={routes ?? []}
        rowKey={(row) => row.route.id}
        empty={routes ? 'No routes target this gateway.' : unread({ error })}
      />
    </Part>
  )
}

const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <header className="flex items-center justify-between gap-3">
      <h3 className="font-semibold">{title}</h3>
      {action}
    </header>
    {children}
  </section>
)
