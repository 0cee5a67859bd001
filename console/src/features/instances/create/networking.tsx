import { ipPoolList } from '@granary/contract/generated/client.ts'
import { interfacesProblem } from '@granary/domain/instance-networking.ts'
import { MAX_NICS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormSection } from '../../../app/kit/forms/form-page.tsx'
import { offerDefault } from '../../../app/kit/forms/offer-default.ts'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { capitalize } from '../../../api/errors.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { NetworkNotice, useDefaultNetwork } from './default-network.tsx'
import { EphemeralIps } from './ephemeral-ips.tsx'
import { FloatingIps } from './floating-ips.tsx'
import type { InstanceValues, NetworkMode } from './values.ts'

const STACKS = [
  { value: 'default_dual_stack', label: 'IPv4 & IPv6' },
  { value: 'default_ipv4', label: 'IPv4' },
  { value: 'default_ipv6', label: 'IPv6' },
] as const

/** The network interfaces and external addresses of the new instance. */
export function Networking({ form, project }: { form: UseFormReturn<InstanceValues>; project: string }) {
  const { control, setValue } = form
  const quiet = { throwOnError: false }
  const network = useDefaultNetwork(project)
  const pools = useQuery({ ...allQuery(ipPoolList, {}), ...quiet }).data
  const mode = useWatch({ control, name: 'networkMode' })

  // Sets the default once, when the VPCs and subnets are loaded.
  const decided = useRef(false)
  useEffect(() => {
    if (decided.current || !network.mode) return
    decided.current = true
    if (network.mode !== 'default') offerDefault(form, 'networkMode', network.mode)
  }, [network.mode, form])

  const choose = (next: NetworkMode) => {
    setValue('networkMode', next, { shouldDirty: true })
    if (next === 'default') setValue('defaultStack', 'default_dual_stack')
  }
  return (
    <FormSection title="Networking">
      <NetworkNotice project={project} network={network} />
      <Bound control={control} name="networkMode">
        {(field) => (
          <RadioGroup
            {...field}
            label="Network interface"
            orientation="horizontal"
            items={[
              { value: 'default', label: 'Default', isDisabled: network.lacks !== null },
              { value: 'custom', label: 'Custom', isDisabled: network.vpcs?.length === 0 },
              { value: 'none', label: 'None' },
            ]}
            onChange={choose}
          />
        )}
      </Bound>
      {mode === 'default' && (
        <Bound control={control} name="defaultStack">
          {(field) => (
            <Listbox
              {...field}
              label={STACKS.find(({ value }) => value === field.value)!.label}
              hideLabel
              className="w-56"
              items={STACKS}
            />
          )}
        </Bound>
      )}
      {mode === 'custom' && <CustomInterfaces form={form} project={project} />}
      <EphemeralIps form={form} pools={network.mode && pools} />
      <FloatingIps form={form} project={project} />
    </FormSection>
  )
}

const InterfaceForm = lazyPart(() => import('../networking/interface-form.tsx'))

type CustomInterfacesProps = { form: UseFormReturn<InstanceValues>; project: string }

/** The custom interfaces of the new instance. Nothing is created before the form is submitted. */
function CustomInterfaces({ form, project }: CustomInterfacesProps) {
  const [adding, setAdding] = useState(false)
  const nics = useWatch({ control: form.control, name: 'nics' })
  const set = (next: InstanceValues['nics']) =>
    form.setValue('nics', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <>
      <Bound
        control={form.control}
        name="nics"
        problem={(list, { networkMode }) => {
          const problem = networkMode === 'custom' ? interfacesProblem(list) : null
          return problem && capitalize(problem)
        }}
      >
        {({ error, ref }) => (
          <ChosenList error={error} focus={ref}>
            <MiniTable
              label="Network Interfaces"
              columns={[
                {
                  header: 'Name',
                  render: (nic) => (
                    <span className="inline-flex items-center gap-2">
                      {nic.name} {nic === nics[0] && <Badge>primary</Badge>}
                    </span>
                  ),
                },
                { header: 'VPC', render: ({ vpcName }) => vpcName },
                { header: 'Subnet', render: ({ subnetName }) => subnetName },
              ]}
              rows={nics}
              rowKey={({ name }) => name}
              removeLabel={({ name }) => `remove network interface ${name}`}
              onRemove={(nic) => set(nics.filter((one) => one !== nic))}
              empty={
                <EmptyState
                  title="No network interfaces added"
                  body="Add a network interface to see it here. The first one becomes the primary interface"
                />
              }
            />
          </ChosenList>
        )}
      </Bound>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabledReason={
            nics.length >= MAX_NICS_PER_INSTANCE &&
            `An instance may have ${MAX_NICS_PER_INSTANCE} network interfaces`
          }
          onPress={() => setAdding(true)}
        >
          Add network interface
        </Button>
        <Button variant="ghost" size="sm" isDisabled={nics.length === 0} onPress={() => set([])}>
          Clear
        </Button>
      </div>
      {adding && (
        <Suspense fallback={null}>
          <InterfaceForm
            sends={false}
            project={project}
            others={nics.map(({ name, vpcName, subnetName }) => ({ name, vpc: vpcName, subnet: subnetName }))}
            onDismiss={() => setAdding(false)}
            onSubmit={(body) => {
              set([...nics, body])
              setAdding(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
