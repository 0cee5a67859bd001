import { ChangesCard } from './changes-card.tsx'
import { ConsoleCard } from './console-card.tsx'
import { LoadCard } from './load-card.tsx'
import { RulesInWords } from './rules-card.tsx'

/** An instance at a glance: its load, the last output of its machine, the rules that apply to it, and its last changes. */
export const OverviewTab = () => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
    <div className="flex min-w-0 flex-col gap-5">
      <ConsoleCard />
      <RulesInWords />
    </div>
    <div className="flex min-w-0 flex-col gap-5">
      <LoadCard />
      <ChangesCard />
    </div>
  </div>
)
