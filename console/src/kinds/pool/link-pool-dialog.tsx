import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { defaultLike, familyOf, type PoolKind, SUBNET_POOLS } from './pool-kinds.ts'
import { useLink } from './use-link.tsx'

type LinkPoolProps = { kind: PoolKind; silo: string; onClose: () => void }

/** Links a pool to a silo, from the page of the silo. */
export default function LinkPoolDialog({ kind, silo, onClose }: LinkPoolProps) {
  const link = useLink(kind, 'Pool linked, but not set as default')
  const all = useQuery({ ...allQuery(kind.list, { query: kind.linkable }), throwOnError: false })
  const linked = useQuery({ ...allQuery(kind.ofSilo, { path: { silo } }), throwOnError: false })
  const form = useForm({ defaultValues: { pool: null as string | null, isDefault: false } })
  const chosen = all.data?.find(({ id }) => id === form.watch('pool'))
  const former = chosen && defaultLike(linked.data ?? [], chosen)
  return (
    <FormDialog
      form={form}
      title="Link pool"
      submitLabel="Link"
      onDismiss={onClose}
      onSubmit={async ({ pool, isDefault }) => {
        await link({ pool: pool!, silo, isDefault, replaces: former !== undefined })
        onClose()
      }}
    >
      <MessageBox>Users of the silo will be able to take {kind.taken} from the pool.</MessageBox>
      <Bound control={form.control} name="pool" problem={required(kind.title)}>
        {(field) => (
          <Combobox
            {...field}
            label={kind.title}
            placeholder="Select a pool"
            required
            isLoading={all.isPending || linked.isPending}
            items={(linked.data && all.data ? all.data : [])
              .filter(({ id }) => !linked.data?.some((one) => one.id === id))
              .map((pool) => ({
                value: pool.id,
                label: pool.name,
                description: [familyOf(pool), pool.description].filter(Boolean).join(' · '),
              }))}
          />
        )}
      </Bound>
      <Bound control={form.control} name="isDefault">
        {({ value, ...field }) => (
          <Checkbox
            {...field}
            isSelected={value}
            hint={former && `${value ? 'Replaces' : 'Would replace'} ${former.name}, which stays linked`}
          >
            {chosen
              ? `Make default ${familyOf(chosen)} pool for silo`
              : `Make default ${kind === SUBNET_POOLS ? 'subnet pool' : 'pool'} for silo`}
          </Checkbox>
        )}
      </Bound>
    </FormDialog>
  )
}
