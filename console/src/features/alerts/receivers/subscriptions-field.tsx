import { MAX_SUBSCRIPTIONS } from '@granary/domain/alert-subscriptions.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { useClasses } from '../classes.ts'
import { Matches } from './matches.tsx'
import { problemOf, SubscriptionInput } from './subscription-input.tsx'

type SubscriptionsFieldProps = {
  value: readonly string[]
  onChange: (value: string[]) => void
  error: string | undefined
  isDisabled: boolean
  ref: (element: HTMLElement | null) => void
}

/** The classes and globs that a new receiver is subscribed to. */
export function SubscriptionsField({ value, onChange, error, isDisabled, ref }: SubscriptionsFieldProps) {
  const [draft, setDraft] = useState('')
  const [problem, setProblem] = useState<string>()
  const names = useClasses().data?.map(({ name }) => name)
  const add = () => {
    const found =
      problemOf(draft, names) ??
      (value.length >= MAX_SUBSCRIPTIONS ? `At most ${MAX_SUBSCRIPTIONS} are allowed` : null)
    setProblem(found ?? undefined)
    if (found) return
    onChange([...new Set([...value, draft])].sort())
    setDraft('')
  }
  return (
    <ChosenList error={error} focus={ref}>
      <div className="flex flex-col gap-3">
        <h3 className="font-semibold">Subscriptions</h3>
        <SubscriptionInput
          name="subscription"
          value={draft}
          onChange={(next) => {
            setDraft(next)
            setProblem(undefined)
          }}
          error={problem}
          isDisabled={isDisabled}
          taken={value}
        />
        <Button
          variant="secondary"
          size="sm"
          className="self-end"
          disabledReason={draft === '' && 'Choose a class or write a glob first'}
          onPress={add}
          changes
        >
          Add subscription
        </Button>
        <MiniTable
          label="Subscriptions"
          columns={[
            {
              header: 'Subscription',
              render: (each: string) => <span className="font-mono text-xs">{each}</span>,
            },
            { header: 'Matches', render: (each: string) => <Matches subscription={each} /> },
          ]}
          rows={value}
          rowKey={(each) => each}
          removeLabel={(each) => `Remove ${each}`}
          onRemove={isDisabled ? undefined : (each) => onChange(value.filter((one) => one !== each))}
          empty={<span className="px-2">Without a subscription it gets no alerts.</span>}
        />
      </div>
    </ChosenList>
  )
}
