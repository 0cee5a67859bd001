import type { ItemOf } from '@granary/contract/call.ts'
import type { IpVersion } from '@granary/domain/ip.ts'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/bound.tsx'
import { offerDefault } from '../../../app/kit/offer-default.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { Tip } from '../../../ui/tooltip.tsx'
import { ephemeralPools } from '../networking/stacks.ts'
import { defaultPool, ephemeralReason } from './addresses.ts'
import { familiesOf, type InstanceValues } from './values.ts'

type EphemeralIpsProps = {
  form: UseFormReturn<InstanceValues>
  /** Undefined until everything is known that the first choice depends on. */
  pools: ItemOf<'ipPoolList'>[] | undefined
}

/** Addresses from outside that come with the instance and go with it: at most one of each family. */
export const EphemeralIps = (props: EphemeralIpsProps) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-1 flex items-center gap-1.5 font-medium">
      Ephemeral IP <Tip>An address from outside that comes with the instance and goes with it.</Tip>
    </legend>
    <EphemeralIp {...props} version="v4" />
    <EphemeralIp {...props} version="v6" />
  </fieldset>
)

const FIELDS = { v4: ['ephemeralV4', 'poolV4'], v6: ['ephemeralV6', 'poolV6'] } as const

function EphemeralIp({ form, version, pools }: EphemeralIpsProps & { version: IpVersion }) {
  const { control, setValue } = form
  const [wantedName, poolName] = FIELDS[version]
  const [networkMode, defaultStack, nics, wanted] = useWatch({
    control,
    name: ['networkMode', 'defaultStack', 'nics', wantedName],
  })
  const reason = pools
    ? ephemeralReason(familiesOf({ networkMode, defaultStack, nics }), version, pools)
    : null

  // What can no longer be had is not asked for; what can be had again is, from the default pool.
  const isAvailable = pools && !reason
  const was = useRef<boolean>(undefined)
  useEffect(() => {
    if (!pools || isAvailable === was.current) return
    const isFirst = was.current === undefined
    was.current = isAvailable
    const pool = isAvailable ? defaultPool(pools, version) : null
    if (isFirst) {
      offerDefault(form, wantedName, pool !== null)
      offerDefault(form, poolName, pool)
    } else {
      setValue(wantedName, pool !== null)
      setValue(poolName, pool)
    }
  }, [pools, isAvailable, version, wantedName, poolName, form, setValue])

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Bound control={control} name={wantedName}>
        {({ onChange, isDisabled }) => (
          <Checkbox
            isSelected={wanted}
            onChange={onChange}
            isDisabled={isDisabled || !isAvailable}
            hint={reason}
          >
            Allocate IP{version} address{wanted && ' from pool:'}
          </Checkbox>
        )}
      </Bound>
      {wanted && (
        <Bound
          control={control}
          name={poolName}
          problem={(pool, values) => (pool || !values[wantedName] ? null : `IP${version} pool is required`)}
        >
          {(field) => (
            <div>
              <Listbox
                {...field}
                label={`IP${version} pool`}
                hideLabel
                placeholder="Select a pool"
                noItems="No pools available"
                items={ephemeralPools(pools ?? [], [version]).map((pool) => ({
                  value: pool.name,
                  label: pool.name,
                  description: pool.description,
                  badge: (
                    <>
                      {pool.isDefault && <Badge>default</Badge>}
                      <Badge color="neutral">{pool.ipVersion}</Badge>
                    </>
                  ),
                }))}
              />
              <FieldError id={`${poolName}-error`} error={field.error} />
            </div>
          )}
        </Bound>
      )}
    </div>
  )
}
