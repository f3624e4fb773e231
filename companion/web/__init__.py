"""The pages a person uses at the table."""
