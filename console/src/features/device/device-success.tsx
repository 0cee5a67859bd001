import CircleCheck from 'lucide-react/icons/circle-check'

/** Confirms that the device is logged in. */
export const DeviceSuccess = () => (
  <>
    <CircleCheck className="mx-auto size-8 text-positive" aria-hidden />
    <h1 tabIndex={-1} className="mt-3 text-xl font-semibold">
      Device logged in
    </h1>
    <p className="mt-1 text-sm text-text-muted">You can close this window and continue on your device.</p>
  </>
)
