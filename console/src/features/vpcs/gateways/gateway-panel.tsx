import {
  internetGatewayIpAddressDelete,
  internetGatewayIpPoolDelete,
  internetGatewayView,
} from '@granary/contract/generated/client.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import Globe from 'lucide-react/icons/globe'
import { type ReactNode, useState } from 'react'
import { useOperation } from '../../../api/operate.ts'
import { apiQuery } from '../../../api/queries.ts'
import { useView } from '../../../api/use-view.ts'
import { wasPushed } from '../../../app/kit/history.ts'
import { PoolCell } from '../../../kinds/network/pool-cell.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { Description } from '../../../ui/format/description.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { AttachAddressDialog, AttachPoolDialog } from './attach-dialogs.tsx'
import { confirmCascade } from './confirm-cascade.tsx'
import { useAttachments, useRoutesTo } from './use-gateway.ts'

const route = getRouteApi(
  '/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/vpc-gateways/internet-gateways/$gateway',
)

/** The panel of an internet gateway: its pools, its address and the routes to it. */
export function GatewayPanel() {
  const { gateway: shown, ...path } = route.useParams()
  const gateway = useView(apiQuery(internetGatewayView, { path: { gateway: shown }, query: path }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  const [attaching, setAttaching] = useState<'pool' | 'address' | null>(null)
  const { pools, addresses } = useAttachments(gateway.id)
  const routes = useRoutesTo(gateway)
  const detach = useDetach()
  const isReadOnly = useReadOnly() !== null
  const close = () => setAttaching(null)
  return (
    <>
      <ReadOnlySidePanel
        title="Internet gateway"
        subtitle={<PanelSubject icon={Globe} name={gateway.name} />}
        animate={animate}
        onClose={() => void navigate({ to: '/projects/$project/vpcs/$vpc/internet-gateways', params: path })}
      >
        <div className="flex flex-col gap-6">
          <PropertiesTable>
            <Property label="ID">
              <Id id={gateway.id} />
            </Property>
            <Property label="Name">{gateway.name}</Property>
            <Property label="Description">
              <Description text={gateway.description} />
            </Property>
          </PropertiesTable>
          <Part
            title="IP pools"
            action={
              <Button variant="secondary" size="sm" changes onPress={() => setAttaching('pool')}>
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
              rows={pools ?? []}
              rowKey={({ id }) => id}
              removeLabel={({ name }) => `Detach ${name}`}
              onRemove={isReadOnly ? undefined : (row) => void detach.pool(row)}
              empty={pools && 'No IP pools are attached to this gateway.'}
            />
          </Part>
          <Part
            title="IP address"
            action={
              <Button
                variant="secondary"
                size="sm"
                changes
                disabledReason={addresses?.length ? 'A gateway has one IP address at most' : null}
                onPress={() => setAttaching('address')}
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
              rows={addresses ?? []}
              rowKey={({ id }) => id}
              removeLabel={({ name }) => `Detach ${name}`}
              onRemove={isReadOnly ? undefined : (row) => void detach.address(row)}
              empty={addresses && 'This internet gateway does not have any IP address.'}
            />
          </Part>
          <Part title="Routes targeting this gateway">
            <MiniTable
              label="Routes targeting this gateway"
              columns={[
                {
                  header: 'Router',
                  render: ({ router }) => (
                    <Link
                      to="/projects/$project/vpcs/$vpc/routers/$router"
                      params={{ ...path, router: router.name }}
                      className="link-cell"
                    >
                      {router.name}
                    </Link>
                  ),
                },
                { header: 'Route', render: ({ route: { name } }) => name },
              ]}
              rows={routes ?? []}
              rowKey={(row) => row.route.id}
              empty={routes && 'No routes target this gateway.'}
            />
          </Part>
          <RelevantDocs links={NETWORKING_LINKS} />
        </div>
      </ReadOnlySidePanel>
      {attaching === 'pool' && (
        <AttachPoolDialog
          gateway={gateway}
          attached={(pools ?? []).map(({ ipPoolId }) => ipPoolId)}
          onClose={close}
        />
      )}
      {attaching === 'address' && <AttachAddressDialog gateway={gateway} onClose={close} />}
    </>
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

/** Detaches pools and addresses, and asks again if instances use them. */
function useDetach() {
  const detachPool = useOperation(internetGatewayIpPoolDelete, { waits: true })
  const detachAddress = useOperation(internetGatewayIpAddressDelete, { waits: true })
  const ask = async (what: string, name: string, run: (cascade: boolean) => Promise<unknown>) => {
    const detached = await confirmCascade({
      title: `Detach ${what}`,
      body: (
        <p>
          Are you sure you want to detach <Highlight>{name}</Highlight>?
        </p>
      ),
      errorTitle: `Could not detach ${what}`,
      run,
      consequence: 'If you detach it anyway, they may lose their way to the internet.',
    })
    if (detached) toastChanged(what, name, 'detached')
  }
  type Attachment = { id: string; name: string }
  return {
    pool: ({ id, name }: Attachment) =>
      ask('IP pool', name, (cascade) => detachPool({ path: { pool: id }, query: { cascade } })),
    address: ({ id, name }: Attachment) =>
      ask('IP address', name, (cascade) => detachAddress({ path: { address: id }, query: { cascade } })),
  }
}
