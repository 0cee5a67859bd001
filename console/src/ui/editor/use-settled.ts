import { useEffect, useState } from 'react'

/**
 * Follows a value once it has stayed for a while.
 * @param ms milliseconds.
 */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
