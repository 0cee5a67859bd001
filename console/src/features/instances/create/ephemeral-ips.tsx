import type { ItemOf } from '@granary/contract/call.ts'
import type { IpVersion } from '@granary/domain/ip.ts'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { offerDefault } from '../../../app/kit/forms/offer-default.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { Tip } from '../../../ui/tooltip.tsx'
import { ephemeralPools } from '../networking/stacks.ts'
import { defaultPool, ephemeralReason } from './rules.ts'
import { familiesOf, type InstanceValues } from './values.ts'

type EphemeralIpsProps = {
  form: UseFormReturn<InstanceValues>
  /** Undefined until everything that the default depends on is loaded. */
  pools: ItemOf<'ipPoolList'>[] | undefined
}

/** The ephemeral addresses of the new instance, at most one per family. */
export const EphemeralIps = (props: EphemeralIpsProps) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-1 flex items-center gap-1.5 font-medium">
      Ephemeral IP <Tip>An external address that is created and deleted with the instance.</Tip>
    </legend>
    <EphemeralIp {...props} version="v4" />
    <EphemeralIp {...props} version="v6" />
  </fieldset>
)

const FIELDS = { v4: ['ephemeralV4', 'poolV4'], v6: ['ephemeralV6', 'poolV6'] } as const

function EphemeralIp({ form, version, pools }: EphemeralIpsProps & { version: IpVersion }) {
  const { control, setValue } = form
  const [requestedName, poolName] = FIELDS[version]
  const [networkMode, defaultStack, nics, requested] = useWatch({
    control,
    name: ['networkMode', 'defaultStack', 'nics', requestedName],
  })
  const reason = pools
    ? ephemeralReason(familiesOf({ networkMode, defaultStack, nics }), version, pools)
    : null

  // Deselects an address that is no longer possible, and selects it again, from the default pool, when it is.
  const isAvailable = pools && !reason
  const was = useRef<boolean>(undefined)
  useEffect(() => {
    if (!pools || isAvailable === was.current) return
    const isFirst = was.current === undefined
    was.current = isAvailable
    const pool = isAvailable ? defaultPool(pools, version) : null
    if (isFirst) {
      offerDefault(form, requestedName, pool !== null)
      offerDefault(form, poolName, pool)
    } else {
      setValue(requestedName, pool !== null)
      setValue(poolName, pool)
    }
  }, [pools, isAvailable, version, requestedName, poolName, form, setValue])

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Bound control={control} name={requestedName}>
        {({ onChange, isDisabled }) => (
          <Checkbox
            isSelected={requested}
            onChange={onChange}
            isDisabled={isDisabled || !isAvailable}
            hint={reason}
          >
            Allocate IP{version} address{requested && ' from pool:'}
          </Checkbox>
        )}
      </Bound>
      {requested && (
        <Bound
          control={control}
          name={poolName}
          problem={(pool, values) =>
            pool || !values[requestedName] ? null : `IP${version} pool is required`
          }
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
