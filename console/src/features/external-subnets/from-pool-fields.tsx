import type { ItemOf } from '@granary/contract/call.ts'
import { subnetPoolList } from '@granary/contract/generated/client.ts'
import { MAX_PREFIX_LENGTH, prefixLengthsText, proposedPrefixLength } from '@granary/domain/subnet-pools.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { offerDefault } from '../../app/kit/forms/offer-default.ts'
import { Badge } from '../../ui/badge.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import type { Values } from './values.ts'

/** The pool and the size of an automatic external subnet. */
export function FromPoolFields({ form }: { form: UseFormReturn<Values> }) {
  const { data: pools, isLoading } = useQuery({ ...allQuery(subnetPoolList, {}), throwOnError: false })
  const preselected =
    pools && (pools.find(({ isDefault }) => isDefault) ?? (pools.length === 1 ? pools[0] : null))?.id
  useEffect(() => {
    if (preselected) offerDefault(form, 'pool', preselected)
  }, [form, preselected])
  const chosen = pools?.find(({ id }) => id === form.watch('pool'))
  const longest = MAX_PREFIX_LENGTH[chosen?.ipVersion ?? 'v6']
  const lengths = chosen?.prefixLengths
  const proposed = chosen && proposedPrefixLength(lengths ?? [], chosen.ipVersion, chosen.largestFree ?? 0)
  useEffect(() => {
    if (proposed) offerDefault(form, 'prefixLength', proposed)
    const length = form.getValues('prefixLength')
    if (length !== null && length > longest) form.setValue('prefixLength', longest)
  }, [form, proposed, longest])
  const hasNone = pools?.length === 0
  return (
    <>
      {hasNone && (
        <MessageBox variant="notice" title="No subnet pool is linked to this silo">
          External subnets come from subnet pools. Ask an operator to link one, or take a subnet that you
          know.
        </MessageBox>
      )}
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
      {chosen?.largestFree === null && (
        <MessageBox variant="notice" title="No subnet of this pool is free">
          Choose another pool, or ask an operator to add a member to this one.
        </MessageBox>
      )}
      <Bound control={form.control} name="prefixLength" problem={required('Prefix length')}>
        {(field) => (
          <NumberField
            {...field}
            label="Prefix length"
            hint={`Size of the subnet: 28 for a /28. ${sizesOf(chosen)}`}
            minValue={1}
            maxValue={longest}
            required
          />
        )}
      </Bound>
    </>
  )
}

/** Says which sizes a pool has, and which of them are left. */
function sizesOf(pool: ItemOf<'subnetPoolList'> | undefined): string {
  const { prefixLengths = [], largestFree } = pool ?? {}
  if (prefixLengths.length === 0) return 'Max is 32 for IPv4 pools, 128 for IPv6.'
  const free = largestFree == null ? '' : ` The largest free one is a /${largestFree}.`
  return `This pool has ${prefixLengthsText(prefixLengths)}.${free}`
}
