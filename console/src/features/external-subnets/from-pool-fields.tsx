import { subnetPoolList } from '@granary/contract/generated/client.ts'
import { MAX_PREFIX_LENGTH } from '@granary/domain/subnet-pools.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/bound.tsx'
import { offerDefault } from '../../app/kit/offer-default.ts'
import { Badge } from '../../ui/badge.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { Values } from './values.ts'

/** The pool and the size of an automatic external subnet. */
export function FromPoolFields({ form }: { form: UseFormReturn<Values> }) {
  const { data: pools, isLoading } = useQuery({ ...allQuery(subnetPoolList, {}), throwOnError: false })
  const preselected = pools?.find(({ isDefault }) => isDefault)?.id
  useEffect(() => {
    if (preselected) offerDefault(form, 'pool', preselected)
  }, [form, preselected])
  const chosen = pools?.find(({ id }) => id === form.watch('pool'))
  const longest = MAX_PREFIX_LENGTH[chosen?.ipVersion ?? 'v6']
  useEffect(() => {
    const length = form.getValues('prefixLength')
    if (length !== null && length > longest) form.setValue('prefixLength', longest)
  }, [form, longest])
  return (
    <>
      <Bound control={form.control} name="pool" problem={required('Subnet pool')}>
        {(field) => (
          <Listbox
            {...field}
            label="Subnet pool"
            hint="Pool to take the subnet from"
            placeholder="Select a pool"
            noItems="No pools linked to silo"
            isLoading={isLoading}
            required
            items={(pools ?? []).map(({ id, name, description, ipVersion, isDefault }) => ({
              value: id,
              label: name,
              description,
              badge: (
                <>
                  <Badge color="neutral">{ipVersion}</Badge>
                  {isDefault && <Badge>default</Badge>}
                </>
              ),
            }))}
          />
        )}
      </Bound>
      <Bound control={form.control} name="prefixLength" problem={required('Prefix length')}>
        {(field) => (
          <NumberField
            {...field}
            label="Prefix length"
            hint="Size of the subnet: 28 for a /28. Max is 32 for IPv4 pools, 128 for IPv6."
            minValue={1}
            maxValue={longest}
            required
          />
        )}
      </Bound>
    </>
  )
}
