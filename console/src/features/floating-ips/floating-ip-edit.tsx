import { floatingIpUpdate, floatingIpView, ipPoolView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operate.ts'
import { apiQuery, namedQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { IdentityFields } from '../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { TagsProperty } from '../../kinds/tags/tags.tsx'
import { Id } from '../../ui/format/id.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { InstanceCell } from '../../kinds/network/instance-cell.tsx'

const route = getRouteApi('/authenticated/projects/$project/floating-ips-list/floating-ips/$floatingIp/edit')

/** The panel that edits the name and the description of a floating IP. Its address can't change. */
export function FloatingIpEdit() {
  const { project, floatingIp: shown } = route.useParams()
  const floatingIp = useView(
    namedQuery(floatingIpView, { path: { floatingIp: shown }, query: { project } }, (id) => ({
      path: { floatingIp: id },
    })),
  )
  const navigate = useNavigate()
  const updateFloatingIp = useOperation(floatingIpUpdate)
  const pool = useQuery({
    ...apiQuery(ipPoolView, { path: { pool: floatingIp.ipPoolId } }),
    throwOnError: false,
  }).data
  const { name, description } = floatingIp
  const form = useEditForm({ name, description })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/floating-ips', params: { project }, replace })
  return (
    <FormPanel
      form={form}
      title="Edit floating IP"
      submitLabel="Update floating IP"
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        const updated = await updateFloatingIp({ path: { floatingIp: floatingIp.id }, body })
        toastChanged('Floating IP', updated.name, 'updated')
        await toList(true)
      }}
    >
      <Metadata of={floatingIp} />
      <PropertiesTable>
        <TagsProperty kind="floating-ip" of={floatingIp} />
        <Property label="IP Address">
          <Id id={floatingIp.ip} />
        </Property>
        <Property label="IP Pool">{pool?.name ?? <Id id={floatingIp.ipPoolId} />}</Property>
        <Property label="Instance">
          <InstanceCell project={project} id={floatingIp.instanceId} />
        </Property>
      </PropertiesTable>
      <IdentityFields control={form.control} />
    </FormPanel>
  )
}
