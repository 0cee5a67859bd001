import type { Extensions } from '@granary/contract/call.ts'
import { capacityFit } from '@granary/contract/generated/client.ts'
import { CPU_PLATFORM_NAMES, CPU_PLATFORMS, type CpuPlatform } from '@granary/domain/cpu-platforms.ts'
import { MAX_FIT_COUNT } from '@granary/domain/fit.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { GiB, MAX_MEMORY, MAX_VCPUS } from '@granary/domain/sizes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { optionalQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { FitAnswer } from './fit-answer.tsx'
import { FleetOutlook } from './outlooks.tsx'

type Question = {
  ncpus: number | null
  gib: number | null
  count: number | null
  platform: 'any' | CpuPlatform
  apart: boolean
}

const FIRST: Question = { ncpus: 4, gib: 16, count: 10, platform: 'any', apart: false }

const PLATFORMS: { value: Question['platform']; label: string }[] = [
  { value: 'any', label: 'Any' },
  ...CPU_PLATFORMS.map((value) => ({ value, label: CPU_PLATFORM_NAMES[value] })),
]

/** Says which numbers are allowed, of which 1 is the smallest. */
const rangeProblem = (value: number | null, most: number): string | undefined =>
  value !== null && value >= 1 && value <= most ? undefined : `Must be from 1 to ${fullNumber(most)}`

/** Asks whether new instances fit, and on which sleds. */
export function WhatFits({ extensions }: { extensions: Extensions }) {
  const [question, setQuestion] = useState(FIRST)
  const set = (change: Partial<Question>) => setQuestion((before) => ({ ...before, ...change }))
  const { ncpus, gib, count, platform, apart } = question
  const problems = {
    count: rangeProblem(count, MAX_FIT_COUNT),
    ncpus: rangeProblem(ncpus, MAX_VCPUS),
    gib: rangeProblem(gib, MAX_MEMORY / GiB),
  }
  return (
    <div className="flex flex-col gap-6">
      <Card
        title="New instances"
        description="Where they would run by the rules of a start. Quotas and affinity groups of running instances are left out, and nothing is reserved."
      >
        <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <NumberField
            label="Instances"
            value={count}
            error={problems.count}
            onChange={(value) => set({ count: value })}
          />
          <NumberField
            label="vCPUs each"
            value={ncpus}
            error={problems.ncpus}
            onChange={(value) => set({ ncpus: value })}
          />
          <NumberField
            label="Memory each (GiB)"
            value={gib}
            error={problems.gib}
            onChange={(value) => set({ gib: value })}
          />
          <Listbox
            label="CPU platform"
            items={PLATFORMS}
            value={platform}
            onChange={(value) => set({ platform: value })}
          />
        </div>
        <div className="mt-4">
          <Checkbox isSelected={apart} onChange={(value) => set({ apart: value })}>
            Each on a sled of its own
          </Checkbox>
        </div>
      </Card>
      {ncpus !== null && gib !== null && count !== null && !Object.values(problems).some(Boolean) && (
        <Answer
          extensions={extensions}
          body={{
            ncpus,
            memory: gib * GiB,
            count,
            apart,
            cpuPlatform: platform === 'any' ? null : platform,
          }}
        />
      )}
      <FleetOutlook extensions={extensions} />
    </div>
  )
}

type AnswerProps = {
  extensions: Extensions
  body: { ncpus: number; memory: number; count: number; apart: boolean; cpuPlatform: CpuPlatform | null }
}

function Answer({ extensions, body }: AnswerProps) {
  const { data, error, refetch } = useQuery({
    ...optionalQuery(extensions, capacityFit, { body }),
    placeholderData: keepPreviousData,
  })
  if (data) return <FitAnswer fit={data} count={body.count} />
  if (error) return <Failed what="The answer" error={error} onRetry={() => void refetch()} />
  return <Spinner className="size-5 self-center text-text-muted" />
}
