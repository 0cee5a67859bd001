import type { OwnLoss } from './own-loss.ts'

/** What one is about to lose, and whether one can get it back by oneself. */
export const LostList = ({ loss }: { loss: OwnLoss }) => (
  <div className="text-sm">
    <p>This is your own access. You can no longer:</p>
    <ul className="mt-1.5 list-disc pl-5">
      {loss.lost.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
    {loss.losesWayIn && <p className="mt-2 font-medium">Only another admin can give it back to you.</p>}
  </div>
)
