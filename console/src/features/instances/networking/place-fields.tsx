import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import type { InterfaceValues } from './interface-values.ts'
import { MissingPlace } from './missing-place.tsx'
import type { useSubnets, useVpcs } from './use-places.ts'

/** Existing interfaces of the instance: all in one VPC, each in its own subnet. VPCs and subnets by name or id. */
export type OtherInterfaces = readonly { name: string; vpc: string; subnet: string }[]

type PlaceFieldsProps = {
  form: UseFormReturn<InterfaceValues>
  project: string
  others: OtherInterfaces
  vpcs: ReturnType<typeof useVpcs>
  subnets: ReturnType<typeof useSubnets>
}

/** The VPC and the subnet of a new interface. Chooses the only possible VPC. */
export function PlaceFields({ form, project, others, vpcs, subnets }: PlaceFieldsProps) {
  const { control, setValue } = form
  const vpc = form.watch('vpc')
  const shared = others[0]?.vpc
  const isPossible = ({ id, name }: { id: string; name: string }) =>
    shared === undefined || shared === id || shared === name
  const possible = vpcs.data?.filter(isPossible)
  const only = possible?.length === 1 ? possible[0]!.name : null
  useEffect(() => {
    if (only && vpc === null) setValue('vpc', only)
  }, [only, vpc, setValue])
  return (
    <>
      <Bound control={control} name="vpc" problem={required('VPC')}>
        {(field) => (
          <Listbox
            {...field}
            label="VPC"
            placeholder="Select a VPC"
            noItems="No VPCs found"
            isLoading={vpcs.isLoading}
            required
            items={(vpcs.data ?? []).map((one) => ({
              value: one.name,
              label: one.name,
              description: isPossible(one)
                ? one.description
                : 'The other network interfaces are in another VPC. All must be in the same one',
              isDisabled: !isPossible(one),
            }))}
          />
        )}
      </Bound>
      <Bound
        control={control}
        name="subnet"
        problem={(name) =>
          // A subnet chosen in another VPC is no longer in the list.
          required('VPC subnet')(subnets.data?.some((one) => one.name === name) ? name : null)
        }
      >
        {(field) => (
          <Listbox
            {...field}
            label="VPC subnet"
            placeholder="Select a VPC subnet"
            noItems={vpc ? 'No subnets found' : 'Select a VPC to see subnets'}
            isLoading={subnets.isLoading}
            required
            items={(subnets.data ?? []).map(({ id, name, ipv4Block, ipv6Block }) => {
              // Each interface of an instance needs its own subnet.
              const taken = others.find(({ subnet }) => subnet === id || subnet === name)
              return {
                value: name,
                label: name,
                description: taken ? `Already used by ${taken.name}` : `${ipv4Block}, ${ipv6Block}`,
                isDisabled: Boolean(taken),
              }
            })}
          />
        )}
      </Bound>
      <MissingPlace project={project} vpc={vpc} vpcs={vpcs.data} subnets={subnets.data} />
    </>
  )
}
