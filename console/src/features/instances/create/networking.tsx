import { ipPoolList, vpcList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { offerDefault } from '../../../app/kit/offer-default.ts'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { CustomInterfaces } from './custom-interfaces.tsx'
import { EphemeralIps } from './ephemeral-ips.tsx'
import { FloatingIps } from './floating-ips.tsx'
import type { InstanceValues, NetworkMode } from './values.ts'
import { VpcNotice } from './vpc-notice.tsx'

const STACKS = [
  { value: 'default_dual_stack', label: 'IPv4 & IPv6' },
  { value: 'default_ipv4', label: 'IPv4' },
  { value: 'default_ipv6', label: 'IPv6' },
] as const

/** The network interfaces and external addresses of the new instance. */
export function Networking({ form, project }: { form: UseFormReturn<InstanceValues>; project: string }) {
  const { control, setValue } = form
  const quiet = { throwOnError: false }
  const vpcs = useQuery({ ...allQuery(vpcList, { query: { project } }), ...quiet }).data
  const pools = useQuery({ ...allQuery(ipPoolList, {}), ...quiet }).data
  const mode = useWatch({ control, name: 'networkMode' })
  const hasDefault = vpcs === undefined || vpcs.some(({ name }) => name === 'default')

  // Sets the default once, when the VPCs are loaded.
  const decided = useRef(false)
  useEffect(() => {
    if (decided.current || !vpcs) return
    decided.current = true
    if (!hasDefault) offerDefault(form, 'networkMode', vpcs.length > 0 ? 'custom' : 'none')
  }, [vpcs, hasDefault, form])

  const choose = (next: NetworkMode) => {
    setValue('networkMode', next, { shouldDirty: true })
    if (next === 'default') setValue('defaultStack', 'default_dual_stack')
  }
  return (
    <FormSection title="Networking">
      <VpcNotice vpcs={vpcs} />
      <Bound control={control} name="networkMode">
        {(field) => (
          <RadioGroup
            {...field}
            label="Network interface"
            orientation="horizontal"
            items={[
              { value: 'default', label: 'Default', isDisabled: !hasDefault },
              { value: 'custom', label: 'Custom', isDisabled: vpcs?.length === 0 },
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
      <EphemeralIps form={form} pools={vpcs && pools} />
      <FloatingIps form={form} project={project} />
    </FormSection>
  )
}
