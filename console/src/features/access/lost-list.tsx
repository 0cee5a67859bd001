import type { OwnLoss } from './own-loss.ts'

/** Lists what callers are about to lose, and whether they can restore it themselves. */
export const LostList = ({ loss }: { loss: OwnLoss }) => (
  <div className="text-sm">
    <p>This is your own access. You can no longer:</p>
    <ul className="mt-1.5 list-disc pl-5">
      {loss.lost.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
    {loss.losesAccess && <p className="mt-2 font-medium">Only another admin can restore it.</p>}
  </div>
)
