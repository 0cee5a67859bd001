import { externalSubnetUpdate, externalSubnetView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operate.ts'
import { namedQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { IdentityFields } from '../../kinds/network/identity-fields.tsx'
import { InstanceCell } from '../../kinds/network/instance-cell.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { TagsProperty } from '../../kinds/tags/tags.tsx'
import { Id } from '../../ui/format/id.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { PoolName } from './pool-name.tsx'

const route = getRouteApi(
  '/authenticated/projects/$project/external-subnets-list/external-subnets/$externalSubnet/edit',
)

/** The panel that edits the name and the description of an external subnet. Its network can't change. */
export function ExternalSubnetEdit() {
  const { project, externalSubnet } = route.useParams()
  const subnet = useView(
    namedQuery(externalSubnetView, { path: { externalSubnet }, query: { project } }, (id) => ({
      path: { externalSubnet: id },
    })),
  )
  const navigate = useNavigate()
  const update = useOperation(externalSubnetUpdate)
  const form = useEditForm({ name: subnet.name, description: subnet.description })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/external-subnets', params: { project }, replace })
  return (
    <FormPanel
      form={form}
      title="Edit external subnet"
      submitLabel="Update external subnet"
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        const updated = await update({ path: { externalSubnet: subnet.id }, body })
        toastChanged('External subnet', updated.name, 'updated')
        await toList(true)
      }}
    >
      <Metadata of={subnet} />
      <PropertiesTable>
        <TagsProperty kind="external-subnet" of={subnet} />
        <Property label="Subnet">
          <Id id={subnet.subnet} />
        </Property>
        <Property label="Subnet Pool">
          <PoolName id={subnet.subnetPoolId} />
        </Property>
        <Property label="Instance">
          <InstanceCell project={project} id={subnet.instanceId} />
        </Property>
      </PropertiesTable>
      <IdentityFields control={form.control} />
    </FormPanel>
  )
}
