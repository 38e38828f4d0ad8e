"""The pages a care worker uses: from dictation to archive."""
