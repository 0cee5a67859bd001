import { vpcRouterList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { allQuery } from '../../../api/queries.ts'
import { Listbox } from '../../../ui/fields/listbox.tsx'

/** The value that stands for no router, in the form. */
export const NO_ROUTER = 'none'

type CustomRouterFieldProps = Pick<
  ComponentProps<typeof Listbox<string>>,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'isDisabled' | 'ref'
> & { vpcId: string }

/** Chooses a custom router of the VPC, or none. */
export function CustomRouterField({ vpcId, ...field }: CustomRouterFieldProps) {
  const routers = useQuery({ ...allQuery(vpcRouterList, { query: { vpc: vpcId } }), throwOnError: false })
  const custom = (routers.data ?? []).filter(({ kind }) => kind === 'custom')
  return (
    <Listbox
      {...field}
      label="Custom router"
      hint="Its routes apply to the subnet in addition to those of the system router."
      placeholder="Select a custom router"
      isLoading={routers.isLoading}
      required
      items={[
        { value: NO_ROUTER, label: 'None' },
        ...custom.map(({ id, name, description }) => ({ value: id, label: name, description })),
      ]}
    />
  )
}
