/** Text about paid orders. */
export const orderText = {
  title: "Orders",
  order: "Order",
  date: "Date",
  amount: "Amount",
  number: (id: number) => `No. ${id}`,
  card: (lastFour: string) => `Card ending in ${lastFour}`,
  refunded: (amount: string) => `${amount} paid back`,
  testMode: "Test mode: nobody was charged",
  none: "You have not ordered anything yet.",
} as const;
