import { instanceNetworkInterfaceUpdate, vpcSubnetView } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { Metadata } from '../../../app/kit/pages/metadata.tsx'
import { useOperation } from '../../../api/operate.ts'
import { DescriptionField, NameField } from '../../../ui/fields/text-field.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { currentTransitIps, transitIpsOf } from './current-transit-ips.ts'
import { type Nic, stacksOf } from './stacks.ts'
import { enteredTransitIps, TransitIps, type TransitValues } from './transit-ips.tsx'

/** The panel that edits the name, description and transit IPs of an interface. */
export default function EditInterfacePanel({ nic, onClose }: { nic: Nic; onClose: () => void }) {
  const updateInterface = useOperation(instanceNetworkInterfaceUpdate, { waits: true })
  const stacks = stacksOf(nic)
  const subnet = useQuery({
    ...apiQuery(vpcSubnetView, { path: { subnet: nic.subnetId } }),
    throwOnError: false,
  }).data
  const [opened] = useState(() => transitIpsOf(nic))
  const form = useForm<TransitValues>({
    defaultValues: {
      name: nic.name,
      description: nic.description,
      transitIps: opened,
      typedTransitIp: '',
    },
  })
  return (
    <FormPanel
      form={form}
      title="Edit network interface"
      submitLabel="Update network interface"
      onDismiss={onClose}
      onSubmit={async (values) => {
        const { name, description } = values
        const transitIps = await currentTransitIps(nic.id, opened, enteredTransitIps(values))
        const updated = await updateInterface({
          path: { interface: nic.id },
          body: { name, description, transitIps, primary: false },
        })
        addToast({
          content: (
            <>
              Network interface <Highlight>{updated.name}</Highlight> updated
            </>
          ),
        })
        onClose()
      }}
    >
      <Metadata of={nic} />
      <PropertiesTable>
        {stacks.map(({ version, ip }) => (
          <Property key={version} label={`Private IP${version}`}>
            <Id id={ip} maxWidth="20rem" />
          </Property>
        ))}
        <Property label="MAC address">
          <Id id={nic.mac} />
        </Property>
        <Property label="Subnet">{subnet?.name ?? <Id id={nic.subnetId} />}</Property>
      </PropertiesTable>
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <TransitIps form={form} versions={stacks.map(({ version }) => version)} />
    </FormPanel>
  )
}
